"""How many moves a second our server makes, beside two others, driven by the same clients.

python -m tools.load --help
"""
