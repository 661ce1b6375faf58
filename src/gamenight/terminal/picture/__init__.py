"""The picture of a scene: cells with colours and places to touch, drawn without a toolkit."""
