#!/bin/sh
# $IN_A_COMMENT
. ./lib.sh
DIR=$(dirname "$0")
for NAME in a b; do echo "$NAME" '$IN_A_STRING'; done
curl -H "Key: ${API_KEI}" "$DB_URL/${PORT:-80}" "$DIR" "$FROM_LIB" "${!NAME}"
cat <<END
$API_KEY it's $MAIL_TOKEN
END
