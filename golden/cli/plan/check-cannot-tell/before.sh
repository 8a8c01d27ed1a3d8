tool plan --output plan.json
echo "{}" > other.json
