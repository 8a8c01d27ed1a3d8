ln -s one.toml one-again.toml
tool plan --output plan.json
tool check --plan plan.json
rm one-again.toml
cp one.toml one-again.toml
