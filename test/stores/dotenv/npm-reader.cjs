/** Reads dotenv files as the library dotenv of npm does: a JSON list of texts on standard input, and on standard output what is in each. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { parse } = require(join(process.argv[2], 'node_modules/dotenv'));
const texts = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(texts.map((text) => parse(text))));
