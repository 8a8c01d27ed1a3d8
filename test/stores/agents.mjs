/**
 * `tool mcp` with real clients: both official libraries for JavaScript, in each revision of the protocol, the one for Python, and the inspector.
 * `node test/stores/agents.mjs COMMAND...`; what cannot be installed is left out; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCasesInTurn } from './run-cases.mjs';
import { fromNpm, fromPyPI } from './shared/installed.mjs';

const [command, ...words] = process.argv.slice(2);
const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-agents-'));
const [home, work] = [join(root, 'home'), join(root, 'work')];
const CANARY = 'canary-of-a-store-5e2f';
const TOOLS = ['list_secrets', 'lint', 'explain', 'plan', 'plan_diff', 'propose_edit', 'check', 'run'];
const env = { PATH: process.env.PATH, HOME: home, USER: 'reader', LANG: 'C.UTF-8' };

mkdirSync(join(home, '.config/tool'), { recursive: true });
mkdirSync(work);
writeFileSync(
  join(work, 'manifest.toml'),
  `[project]
name = "shop"
revision = "1.0"
[profiles.default]
API_KEY = { description = "Key of the payment service", providers = ["dotenv://team.env"] }
`,
);
writeFileSync(join(work, 'team.env'), `API_KEY=${CANARY}\n`);
writeFileSync(
  join(home, '.config/tool/config.toml'),
  `[agents.commands.asked]
manifest = "${join(work, 'manifest.toml')}"
run = ["sh", "-c", "echo key: $API_KEY"]
output = "redacted"
`,
);

/** What is the same for every client of JavaScript. */
async function conversation(client, transport) {
  await client.connect(transport);
  try {
    deepStrictEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      TOOLS,
    );
    const list = await client.callTool({ name: 'list_secrets', arguments: {} });
    deepStrictEqual(
      list.structuredContent.secrets.map(({ name }) => name),
      ['API_KEY'],
    );
    const checked = await client.callTool({ name: 'check', arguments: { reason: 'a proof' } });
    strictEqual(checked.structuredContent.secrets[0].status, 'resolved');
    const ran = await client.callTool({ name: 'run', arguments: { command: 'asked', reason: 'a proof' } });
    strictEqual(ran.isError ?? false, false, JSON.stringify(ran));
    strictEqual(ran.structuredContent.exitCode, 0);
    strictEqual(ran.structuredContent.output, 'key: [API_KEY]\n');
    ok(!JSON.stringify([list, checked, ran]).includes(CANARY));
    const schema = await client.readResource({ uri: 'tool://schema/project' });
    match(schema.contents[0].text, /urn:tool:schema:manifest/u);
  } finally {
    await client.close();
  }
}

const CAPABILITIES = { capabilities: { elicitation: { form: {} } } };
const started = { command, args: [...words, 'mcp'], cwd: work, env };

/** Agrees to every question, and keeps them. */
function agreeing(asked) {
  return async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { approve: true } };
  };
}

function importerOf(folder) {
  const require = createRequire(join(folder, 'index.js'));
  return (name) => import(pathToFileURL(require.resolve(name)).href);
}

async function firstLibrary(folder) {
  const load = importerOf(folder);
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
  const { ElicitRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
  const asked = [];
  const client = new Client({ name: 'proof', version: '1' }, CAPABILITIES);
  client.setRequestHandler(ElicitRequestSchema, agreeing(asked));
  await conversation(client, new StdioClientTransport(started));
  strictEqual(asked.length, 1);
  match(asked[0], /Reason, as the agent says: a proof/u);
}

async function secondLibrary(folder, options, version) {
  const load = importerOf(folder);
  const { Client } = await load('@modelcontextprotocol/client');
  const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
  const asked = [];
  const client = new Client({ name: 'proof', version: '2' }, { ...CAPABILITIES, ...options });
  client.setRequestHandler('elicitation/create', agreeing(asked));
  const transport = new StdioClientTransport(started);
  const connected = client.connect.bind(client);
  client.connect = async (wire) => {
    await connected(wire);
    strictEqual(client.getNegotiatedProtocolVersion(), version);
  };
  await conversation(client, transport);
  strictEqual(asked.length, 1);
}

async function python(folder) {
  const script = fileURLToPath(new URL('agents/client.py', import.meta.url));
  const text = execFileSync(join(folder, 'bin/python'), [script, command, ...words], {
    cwd: work,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { tools, asked, ran } = JSON.parse(text);
  deepStrictEqual(tools, TOOLS);
  strictEqual(asked.length, 1);
  strictEqual(ran.output, 'key: [API_KEY]\n');
}

async function inspector(folder) {
  const inspect = (...rest) =>
    JSON.parse(
      execFileSync(
        join(folder, 'node_modules/.bin/mcp-inspector'),
        ['--cli', command, ...words, 'mcp', '--method', ...rest],
        { cwd: work, env, encoding: 'utf8', timeout: 120_000 },
      ),
    );
  deepStrictEqual(
    inspect('tools/list').tools.map(({ name }) => name),
    TOOLS,
  );
  const checked = inspect('tools/call', '--tool-name', 'check', '--tool-arg', 'reason=a proof');
  strictEqual(checked.structuredContent.secrets[0].status, 'resolved');
  strictEqual(inspect('resources/templates/list').resourceTemplates.length, 1);
}

async function records() {
  const log = readFileSync(join(home, '.local/state/tool/audit.log'), 'utf8');
  const all = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  ok(!log.includes(CANARY));
  ok(all.every(({ reason, caller, actor }) => reason === 'a proof' && caller.name !== 'unknown' && actor.is_agent));
  ok(all.some(({ action, caller }) => action === 'run' && caller.resource === 'asked'));
}

const libraries = fromNpm(
  'mcp-clients-1.32.2-2.4.0',
  '@modelcontextprotocol/sdk@1.32.2',
  '@modelcontextprotocol/client@2.4.0',
);
const inspecting = fromNpm('mcp-inspector-0.15.0', '@modelcontextprotocol/inspector@0.15.0');
const environment = fromPyPI('mcp-2.3.0', 'mcp==2.3.0');
process.exitCode = await runCasesInTurn({
  ...(libraries && {
    'the first library, with a handshake': () => firstLibrary(libraries),
    'the second library, with a handshake': () => secondLibrary(libraries, {}, '2025-11-25'),
    'the second library, stateless': () =>
      secondLibrary(libraries, { versionNegotiation: { mode: 'auto' } }, '2026-07-28'),
  }),
  ...(environment && { 'the library for Python': () => python(environment) }),
  ...(inspecting && { 'the inspector': () => inspector(inspecting) }),
  'every access is on record, with its reason and client': records,
});
rmSync(root, { recursive: true, force: true });
