"""Draw: any scene as cells of a terminal."""
