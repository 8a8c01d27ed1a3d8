git init -q . && git config credential.helper store && git config credential.https://other.example.helper store
