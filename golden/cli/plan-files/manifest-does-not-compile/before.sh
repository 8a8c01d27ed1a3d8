cd app && tool plan --output plan.json && rm -r ../base
