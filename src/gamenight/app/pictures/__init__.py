"""Pictures: what the screens of the app show, drawn as cells; nothing here knows Textual."""
