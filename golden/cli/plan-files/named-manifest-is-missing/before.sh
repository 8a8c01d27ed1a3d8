tool plan --output plan.json
