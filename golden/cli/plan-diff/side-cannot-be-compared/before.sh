git init --quiet --initial-branch=main
mkdir broken; cp broken.toml broken/manifest.toml
git add .
git -c user.name=T -c user.email=t@example.com commit --quiet --message=first
