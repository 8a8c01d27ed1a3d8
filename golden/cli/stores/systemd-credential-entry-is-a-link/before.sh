mkdir unit; ln -s /etc/hostname unit/API_KEY
