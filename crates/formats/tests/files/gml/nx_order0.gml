graph [
]
