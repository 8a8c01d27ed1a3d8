/** The tool as a user starts it, in folders of its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const LONGEST_MS = 60_000;

/** What the program printed and its status. */
export async function run([program, ...words], { cwd, env, input = '' }) {
  const child = spawn(program, words, { cwd, env, timeout: LONGEST_MS });
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  // It may end before it has read all of it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}

/**
 * The tool below `folder`: each run gets a folder `at` of its own with this manifest (none if it is empty), `files` in it, and `home/` as home.
 * `variables`: what every run has in its environment; `wrap`: words before the command.
 */
export function toolIn(folder, command, variables = {}) {
  let count = 0;
  return async (manifest, args, { files = {}, environment = {}, input, wrap = [] } = {}) => {
    const at = join(folder, `place-${count++}`);
    // A log that is there is not announced.
    const all = { 'home/.local/state/tool/audit.log': '', ...files };
    if (manifest) all['manifest.toml'] = manifest;
    for (const [path, content] of Object.entries(all)) {
      mkdirSync(dirname(join(at, path)), { recursive: true });
      writeFileSync(join(at, path), content);
    }
    const env = { PATH: process.env.PATH, HOME: join(at, 'home'), ...variables, ...environment };
    return { ...(await run([...wrap, ...command, ...args], { cwd: at, env, input })), at };
  };
}

/** A manifest of the project `shop` whose only store is at `uri`, an inline table or the text of an address. */
export function manifestOf(uri, secrets = 'KEY = { description = "A key" }', more = '') {
  return `[project]
name = "shop"
revision = "1.0"
require_reason = false

[providers]
team = ${uri.startsWith('{') ? uri : `"${uri}"`}

[defaults]
providers = ["team"]

[profiles.default]
${secrets}
${more}`;
}
