git init --quiet --initial-branch=main
git add .
git -c user.name=T -c user.email=t@example.com commit --quiet --message=first
sed -i 's/"1" }/"2" }/' services/base.toml
git -c user.name=T -c user.email=t@example.com commit --quiet --all --message=second
sed -i 's/"2" }/"3" }/' services/base.toml
tool --file services/api/manifest.toml plan --output plan.json
