i=0
{ printf '[project]\nname = "shop"\nrevision = "1.0"\n\n[providers]\nteam = "vault://kv.example.com/secret"\nlocal = "dotenv://.env"\n\n[defaults]\nproviders = ["team", "local"]\n\n[profiles.default]\n'
while [ $i -lt 1000 ]; do
  if [ $((i % 3)) -eq 0 ]; then providers=', providers = ["local"]'; else providers=; fi
  printf 'SECRET_%03d = { description = "Secret %d"%s }\n' $i $i "$providers"
  i=$((i + 1))
done
printf '[scopes.web]\nsecrets = ["SECRET_001", "SECRET_002", "SECRET_003"]\n'
} > manifest.toml
