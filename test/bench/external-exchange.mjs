/**
 * What an external provider is asked for a thousand entries, without a tool: `node external-exchange.mjs EXECUTABLE URI COUNT COMMAND…`. Starts the
 * provider, opens the session, reads all entries in one request, ends it, and runs the command with their values.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

const [executable, uri, count, ...command] = process.argv.slice(2);
const program = spawn(executable, ['provider'], { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: program.stdout })[Symbol.asyncIterator]();

let id = 0;
async function ask(method, params) {
  const _meta = { deadline_unix_ms: Date.now() + 30_000 };
  program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params, _meta })}\n`);
  const { value } = await answers.next();
  return JSON.parse(value).result;
}

const requests = Array.from({ length: Number(count) }, (_, index) => ({
  name: String(index),
  address: { kind: 'convention', project: 'bench', profile: 'default', key: `SECRET_${index}` },
}));
await ask('rpc.initialize', {
  protocol: 'tool.provider',
  versions: [1],
  client: { name: 'bench', version: '1' },
  limits: { max_frame_bytes: 1_048_576, max_in_flight: 16 },
  application: {
    scheme: uri.slice(0, uri.indexOf(':')),
    uri,
    context: { project: 'bench', profile: 'default', base_dir: process.cwd(), reason: null },
  },
});
const { results } = await ask('provider.get_many', { requests });
await ask('rpc.shutdown', {});
program.stdin.end();
await new Promise((resolve) => program.once('close', resolve));
const values = results.map(({ value }, index) => [`SECRET_${index}`, value]);
const { status } = spawnSync(command[0], command.slice(1), { env: { ...process.env, ...Object.fromEntries(values) } });
process.exitCode = status ?? 1;
