i=0
{ printf '[project]\nname = "shop"\nrevision = "1.0"\n\n[defaults]\nproviders = ["awssm://eu-central-1"]\n\n[profiles.default]\n'
while [ $i -lt 150 ]; do
  printf 'SECRET_%03d = { description = "Secret %d" }\n' $i $i
  i=$((i + 1))
done
} > manifest.toml
