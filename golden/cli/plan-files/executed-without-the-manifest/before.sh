tool plan --output elsewhere/plan.json; rm manifest.toml
