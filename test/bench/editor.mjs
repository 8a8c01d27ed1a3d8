/** `tool lsp` as an editor waits for it: until it is initialized, and for each answer about 1,000 secrets, warm and after a change. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { limitRow, medianOf, ratioRow } from './table.mjs';
import { environmentFor, nameOf } from './worlds.mjs';

const BARE_SERVER = fileURLToPath(new URL('bare-language-server.mjs', import.meta.url));
const START_TARGET = 1.5;
const AFTER_CHANGE_MS = 60;
const FINDINGS_MS = 400;
/** [request, milliseconds, what it is asked with] */
const QUESTIONS = [
  ['hover', 50, {}],
  ['definition', 50, {}],
  ['completion', 50, {}],
  ['references', 100, { context: { includeDeclaration: true } }],
  ['rename', 100, { newName: 'RENAMED' }],
  ['documentSymbol', 100, {}],
  ['semanticTokens/full', 100, {}],
];

export async function editorRows(root, world, builds, rounds) {
  const bare = join(root, 'bare-language-server.cjs');
  await build({
    entryPoints: [BARE_SERVER],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    outfile: bare,
  });
  const rows = [];
  for (const [name, tool] of Object.entries(builds)) {
    const [starting, compared] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      starting.push(await untilInitialized(world, [...tool, 'lsp']));
      compared.push(await untilInitialized(world, [process.execPath, bare]));
    }
    rows.push(
      ratioRow(
        `${name}, lsp until it is initialized / Node and its library`,
        starting.slice(1),
        compared.slice(1),
        START_TARGET,
      ),
      ...(await answeringRows(name, world, tool, rounds)),
    );
  }
  return rows;
}

async function untilInitialized(world, command) {
  const before = performance.now();
  const session = await opened(world, command);
  const taken = performance.now() - before;
  await session.close();
  return taken;
}

async function answeringRows(name, world, tool, rounds) {
  const session = await opened(world, [...tool, 'lsp']);
  const text = readFileSync(join(world.folder, 'manifest.toml'), 'utf8');
  const uri = pathToFileURL(join(world.folder, 'manifest.toml')).href;
  session.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'toml', version: 1, text } });
  await session.published();
  let version = 1;
  const change = () => {
    const contentChanges = [{ text: `${text}# ${++version}\n` }];
    session.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  };
  const line = text.split('\n').findIndex((one) => one.startsWith(nameOf(world.count / 2)));
  const asked = async (method, more) => {
    const before = performance.now();
    const position = { line, character: 3 };
    await session.request(`textDocument/${method}`, { textDocument: { uri }, position, ...more });
    return performance.now() - before;
  };
  const rows = [];
  for (const [method, limit, more] of QUESTIONS) {
    const [warm, changed] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      change();
      // A change is worked on after a pause, in which an editor asks.
      changed.push(await asked(method, more));
      await after(QUIET_MS);
      warm.push(await asked(method, more));
    }
    const title = `${name}, lsp ${method}, ${world.count}`;
    rows.push(
      limitRow(title, medianOf(warm.slice(1)), 'ms', limit),
      limitRow(`${title}, after a change`, medianOf(changed.slice(1)), 'ms', limit + AFTER_CHANGE_MS),
    );
  }
  const findings = [];
  for (let round = 0; round <= rounds; round++) {
    const before = performance.now();
    const contentChanges = [{ text: text.replace('description', `descripton${++version}`) }];
    session.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    await session.published();
    findings.push(performance.now() - before);
  }
  await session.close();
  return [
    ...rows,
    limitRow(`${name}, lsp findings after a change, ${world.count}`, medianOf(findings.slice(1)), 'ms', FINDINGS_MS),
  ];
}
const QUIET_MS = 600;

async function opened({ folder, ...world }, [program, ...words]) {
  const env = environmentFor({ folder, ...world }, 'warm');
  const child = spawn(program, words, { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = new Map();
  let next = 1;
  let onPublished = () => {};
  framesOf(child.stdout, ({ id, method, result, error }) => {
    if (method === 'textDocument/publishDiagnostics') onPublished();
    if (id === undefined || method !== undefined) return;
    if (error === undefined) answers.get(id)?.resolve(result);
    else answers.get(id)?.reject(new Error(error.message));
  });
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const session = {
    notify: (method, params) => send({ method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        answers.set(next, { resolve, reject });
        send({ id: next++, method, params });
      }),
    published: () =>
      new Promise((resolve) => {
        onPublished = resolve;
      }),
    close: async () => {
      await session.request('shutdown');
      const ended = new Promise((resolve) => child.on('exit', resolve));
      session.notify('exit');
      await ended;
    },
  };
  await session.request('initialize', { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} });
  session.notify('initialized', {});
  return session;
}

function framesOf(output, take) {
  let bytes = Buffer.alloc(0);
  output.on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/u.exec(bytes.toString('latin1', 0, Math.max(end, 0)))?.[1]);
      if (end === -1 || bytes.length < end + 4 + length) return;
      take(JSON.parse(bytes.toString('utf8', end + 4, end + 4 + length)));
      bytes = bytes.subarray(end + 4 + length);
    }
  });
}
