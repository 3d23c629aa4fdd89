graph [
  version 2
  directed 1
  node [
    id 0
    name "s1"
    label "<f0> left|<f1> mid|<f2> right"
    graphics [
      type "record"
    ]
    LabelGraphics [
      text "<f0> left|<f1> mid|<f2> right"
    ]
  ]
  node [
    id 1
    name "s2"
    label "<f0> one|<f1> two"
    graphics [
      type "record"
    ]
    LabelGraphics [
      text "<f0> one|<f1> two"
    ]
  ]
  edge [
    id 1
    source 0
    target 1
    headport "f0"
    tailport "f1"
  ]
  edge [
    id 2
    source 0
    target 1
    headport "f1:n"
    tailport "f2:se"
  ]
  edge [
    id 3
    source 1
    target 0
    headport "w"
    tailport "f 1"
  ]
]
