Creator "igraph version 1.0.0 Sat Nov 28 12:13:26 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "a"
  ]
  node
  [
    id 1
    name "b &quot;x&quot;"
  ]
  node
  [
    id 2
    name "c"
  ]
  node
  [
    id 3
    name "d"
  ]
  edge
  [
    source 1
    target 0
    weight 1
  ]
  edge
  [
    source 2
    target 1
    weight 2.5
  ]
  edge
  [
    source 2
    target 2
    weight 3
  ]
]
