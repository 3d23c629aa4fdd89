graph [
  node [
    id 0
    label "x"
    pos [
      x 1.5
      y -2
    ]
    tags "p"
    tags "q"
    edge [
      source 9
    ]
  ]
  node [
    id 1
    label "y"
  ]
  edge [
    source 0
    target 1
    graphics [
      width 2
      Line [
        point [
          x 0
        ]
      ]
    ]
  ]
]
