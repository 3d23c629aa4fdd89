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
  edge [
    id 1
    source 0
    target 1
    weight 5
  ]
  edge [
    id 2
    source 1
    target 2
    weight 2
  ]
  edge [
    id 3
    source 2
    target 3
    label "x; y"
    weight 0.5
    LabelGraphics [
      text "x; y"
    ]
  ]
  edge [
    id 4
    source 3
    target 0
    weight 7
    graphics [
      fill "red"
    ]
  ]
]
