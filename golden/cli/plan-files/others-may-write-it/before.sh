tool plan --output plan.json
chmod 666 plan.json
