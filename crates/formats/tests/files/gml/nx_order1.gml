graph [
  node [
    id 0
    label "0"
  ]
]
