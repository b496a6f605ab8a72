"""Positions and whole games as pictures: SVG and GIF, drawn without any library."""
