mkdir -p ~/.config && ln -s /proc ~/.config/tool
