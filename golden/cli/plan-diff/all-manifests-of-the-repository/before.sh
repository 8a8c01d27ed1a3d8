git init --quiet --initial-branch=main
rm -r services/mail
git add .
git -c user.name=T -c user.email=t@example.com commit --quiet --message=first
sed -i 's/"keyring"/"dotenv:.env"/' services/api/manifest.toml
mkdir services/mail && sed 's/"shop"/"mail"/' manifest.toml > services/mail/manifest.toml
rm -r services/old
