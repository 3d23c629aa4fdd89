# a comment line
Creator "x"
graph [
  edge [ source 2 target 1 ]
  # another [ bracket
  node [ id 1 ]
  node [ id 2 label "a ] b [" ]
]
