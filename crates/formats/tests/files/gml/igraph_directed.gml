Creator "igraph version 1.0.0 Sat Nov 28 12:13:26 2026"
Version 1
graph
[
  directed 1
  node
  [
    id 0
  ]
  node
  [
    id 1
  ]
  edge
  [
    source 0
    target 1
  ]
  edge
  [
    source 1
    target 0
  ]
]
