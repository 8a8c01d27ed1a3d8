git init --quiet --initial-branch=main
git add .
git -c user.name=T -c user.email=t@example.com commit --quiet --message=first
git mv services/api services/payments
echo 'BUILD_ID = { description = "Id of a build", type = "command", generate = { command = "curl -s https://build.example.net/id" } }' >> services/payments/manifest.toml
