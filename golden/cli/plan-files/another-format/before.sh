tool plan --output plan.json
sed -i.bak 's/"format": 1/"format": 2/' plan.json
