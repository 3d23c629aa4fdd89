graph [
  version 2
  directed 0
  node [
    id 0
    name "a"
  ]
  node [
    id 1
    name "b"
  ]
  node [
    id 2
    name "c"
  ]
  node [
    id 3
    name "d"
  ]
  node [
    id 4
    name "e"
  ]
  node [
    id 5
    name "f"
  ]
  node [
    id 6
    name "g"
  ]
  node [
    id 7
    name "h"
  ]
  node [
    id 8
    name "i"
  ]
  node [
    id 9
    name "x"
  ]
  node [
    id 10
    name "y"
  ]
  edge [
    id 1
    source 0
    target 1
  ]
  edge [
    id 8
    source 0
    target 9
  ]
  edge [
    id 9
    source 0
    target 10
  ]
  edge [
    id 2
    source 2
    target 4
  ]
  edge [
    id 3
    source 3
    target 4
  ]
  edge [
    id 4
    source 5
    target 7
  ]
  edge [
    id 5
    source 5
    target 8
  ]
  edge [
    id 6
    source 6
    target 7
  ]
  edge [
    id 7
    source 6
    target 8
  ]
]
