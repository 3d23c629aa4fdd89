graph [
  node [
    id 0
    label "Ada"
  ]
  node [
    id 1
    label "Bo"
  ]
  node [
    id 2
    label "Cy &#34;q&#34; &#38; &#233;"
  ]
  node [
    id 3
    label "last"
  ]
  edge [
    source 0
    target 1
    weight 2.5
  ]
  edge [
    source 1
    target 2
  ]
]
