{ printf 'process.env.MINIFIED;'; head -c 20000 /dev/zero | tr '\0' ';'; } > app.min.js
head -c 1000001 /dev/zero | tr '\0' '\n' > large.js
