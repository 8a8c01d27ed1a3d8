/** Runs a command in a project whose store, a server, answers late: with-slow-store.mjs MILLISECONDS COMMAND... */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { constants } from 'node:os';
import { join } from 'node:path';

const [milliseconds, program, ...words] = process.argv.slice(2);
const entry = { data: { data: { value: 'from afar' }, metadata: { version: 1 } } };
const server = createServer((_, response) => {
  setTimeout(() => response.end(JSON.stringify(entry)), Number(milliseconds));
});
server.listen(0, '127.0.0.1', () => {
  const manifest = join(process.cwd(), 'slow.toml');
  writeFileSync(
    manifest,
    `[project]
name = "slow"
revision = "1.0"
require_reason = false

[defaults]
providers = ["vault://127.0.0.1:${server.address().port}/secret?tls=false"]

[profiles.default]
ALPHA = { description = "First" }
BETA = { description = "Second" }
`,
  );
  const env = { ...process.env, TOOL_FILE: manifest, VAULT_TOKEN: 'root' };
  const child = spawn(program, words, { env, stdio: 'inherit' });
  process.on('SIGINT', () => {});
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
