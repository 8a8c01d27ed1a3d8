rm -r "$HOME/.local"
