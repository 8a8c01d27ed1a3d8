tool --file committed.toml plan --output plan.json
