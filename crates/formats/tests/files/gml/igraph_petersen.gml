Creator "igraph version 1.0.0 Sat Nov 28 12:13:26 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
  ]
  node
  [
    id 1
  ]
  node
  [
    id 2
  ]
  node
  [
    id 3
  ]
  node
  [
    id 4
  ]
  node
  [
    id 5
  ]
  node
  [
    id 6
  ]
  node
  [
    id 7
  ]
  node
  [
    id 8
  ]
  node
  [
    id 9
  ]
  edge
  [
    source 1
    target 0
  ]
  edge
  [
    source 4
    target 0
  ]
  edge
  [
    source 5
    target 0
  ]
  edge
  [
    source 2
    target 1
  ]
  edge
  [
    source 6
    target 1
  ]
  edge
  [
    source 3
    target 2
  ]
  edge
  [
    source 7
    target 2
  ]
  edge
  [
    source 4
    target 3
  ]
  edge
  [
    source 8
    target 3
  ]
  edge
  [
    source 9
    target 4
  ]
  edge
  [
    source 7
    target 5
  ]
  edge
  [
    source 8
    target 5
  ]
  edge
  [
    source 8
    target 6
  ]
  edge
  [
    source 9
    target 6
  ]
  edge
  [
    source 9
    target 7
  ]
]
