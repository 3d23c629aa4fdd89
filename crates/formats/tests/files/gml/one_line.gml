graph [ directed 0 node [ id 1 label "1" ] node [ id 2 label "2" ] node [ id 5 label "five" ] edge [ source 1 target 5 value 2.5 ] ]
