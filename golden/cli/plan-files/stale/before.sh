tool plan --output plan.json
echo "# more" >> manifest.toml
