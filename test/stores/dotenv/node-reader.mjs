/** Reads dotenv files as the parser of Node does: a JSON list of texts on standard input, and on standard output what is in each. */
import { json } from 'node:stream/consumers';
import { parseEnv } from 'node:util';

const texts = await json(process.stdin);
process.stdout.write(JSON.stringify(texts.map((text) => parseEnv(text))));
