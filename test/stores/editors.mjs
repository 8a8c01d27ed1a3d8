/**
 * `tool lsp` in real editors, as docs/editors.md has them start it, and what it does on the system, as strace sees it.
 * `node test/stores/editors.mjs COMMAND...`; an editor that is not installed is left out; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCasesInTurn } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-editors-'));
const MANIFEST = `[project]
name = "shop"
revision = "1.0"

[profiles.default]
DB_USER = { description = "User of the database", default = "canary-default", requred = false }
DB_URL = { description = "Ä 😀 url", composed = "db://\${DB_USER}@\${DB_USER}$\${DB_USER}" }

[scopes.web]
secrets = ["DB_URL"]
`;
const RENAMED = MANIFEST.replace(/(?<!\$\$\{)DB_USER/gu, 'DB_LOGIN');
const env = {
  PATH: process.env.PATH,
  HOME: join(root, 'home'),
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  TOOL_COMMAND: tool.join('\n'),
};
mkdirSync(env.HOME);
const recipe = (name) => fileURLToPath(new URL(`editors/${name}`, import.meta.url));
const has = (program) => spawnSync('which', [program]).status === 0;
let count = 0;

/** A folder with the manifest. */
function project(text = MANIFEST) {
  const folder = join(root, `project-${++count}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.toml'), text);
  return folder;
}

function editor(program, words, folder = project()) {
  const { stdout, stderr, status } = spawnSync(program, words, {
    cwd: folder,
    env: { ...env, MANIFEST: join(folder, 'manifest.toml') },
    encoding: 'utf8',
    timeout: 60_000,
  });
  strictEqual(status, 0, stderr);
  return { stdout, stderr };
}

async function neovim() {
  const words = ['--headless', '-u', 'NONE', '-c', `luafile ${recipe('recipe.lua')}`];
  const results = JSON.parse(editor('nvim', words).stdout.trim().split('\n').at(-1));
  strictEqual(results.problem, undefined);
  deepStrictEqual(results.diagnostics, [{ code: 'E0203', line: 6, column: 79 }]);
  match(results.hover, /User of the database/u);
  ok(!results.hover.includes('canary-default'));
  ok(results.labels.includes('DB_USER') && !results.labels.includes('DB_URL'));
  strictEqual(`${results.text.join('\n')}\n`, RENAMED);
}

async function emacs() {
  const { stderr } = editor('emacs', ['--batch', '-l', recipe('recipe.el')]);
  match(stderr, /^found: 6 .*not a key/mu);
  match(stderr, /^hover: .*DB\\?_USER/mu);
  ok(stderr.includes(`text: ${RENAMED}`), stderr);
}

/** A whole conversation under strace: what is opened for writing, started or connected. */
async function systemCalls() {
  const folder = project();
  const trace = join(root, 'trace');
  const calls = 'trace=open,openat,creat,unlink,rename,mkdir,execve,execveat,fork,vfork,socket,connect,bind';
  const words = ['-f', '-qq', '-o', trace, '-e', calls, ...tool, 'lsp'];
  const uri = pathToFileURL(join(folder, 'manifest.toml')).href;
  const at = { textDocument: { uri }, position: { line: 6, character: 62 } };
  const output = await converse(words, folder, [
    [1, 'initialize', { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} }],
    [null, 'initialized', {}],
    [null, 'textDocument/didOpen', { textDocument: { uri, languageId: 'toml', version: 1, text: MANIFEST } }],
    [2, 'textDocument/hover', at],
    [3, 'textDocument/completion', at],
    [4, 'textDocument/rename', { ...at, newName: 'DB_LOGIN' }],
    [5, 'textDocument/diagnostic', at],
    [6, 'shutdown', null],
    [null, 'exit', null],
  ]);
  match(output, /User of the database/u);
  const lines = readFileSync(trace, 'utf8').split('\n');
  // The first program is the server itself.
  const started = lines.filter((line) => /\bexecve/u.test(line) && !/= -1 /u.test(line)).slice(1);
  const connected = lines.filter((line) => /\b(?:connect|bind)\(/u.test(line) || /\bsocket\(AF_INET/u.test(line));
  const written = lines.filter(
    (line) =>
      /O_WRONLY|O_RDWR|O_CREAT|\b(?:creat|rename|unlink|mkdir)\(/u.test(line) &&
      // What V8 compiled is kept beside the program, as by every command.
      !/\/dev\/|\/compiled\b|O_PATH/u.test(line),
  );
  deepStrictEqual({ started, connected, written }, { started: [], connected: [], written: [] });
  const read = lines.filter((line) => /config\/tool|audit\.log|\.env"/u.test(line));
  deepStrictEqual(read, []);
}

/** Requests and notifications in order, each request answered before the next message. */
function converse(words, folder, messages) {
  const child = spawn('strace', words, { cwd: folder, env: { ...env, TOOL_COMMAND: undefined }, stdio: 'pipe' });
  let output = '';
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => child.kill('SIGKILL'), 60_000);
    child.stderr.on('data', (bytes) => process.stderr.write(bytes));
    child.stdout.on('data', (bytes) => {
      output += bytes;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timeout);
      if (code === 0) resolve(output);
      else reject(new Error(`the server ended with ${code}: ${output}`));
    });
    for (const [id, method, params] of messages) {
      const body = JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, ...(params && { params }) });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }
  });
}

const cases = {
  ...(has('nvim') && { 'Neovim shows findings, hover and completion, and renames': neovim }),
  ...(has('emacs') && { 'Emacs with eglot shows findings and hover, and renames': emacs }),
  ...(has('strace') && { 'it starts nothing, connects to nothing, and writes nothing': systemCalls }),
};
try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  rmSync(root, { recursive: true });
}
