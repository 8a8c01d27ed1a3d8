ln config/.env hard.env
ln -s config linked
ln -s config/.env soft.env
