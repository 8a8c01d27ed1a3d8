git init --quiet --initial-branch=main
git -c user.name=T -c user.email=t@example.com commit --quiet --allow-empty --message=first
git remote add origin https://example.com/shop.git
