/** A signal between the deletion that a moving import tries first and writing the value back: sent to real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { FakeVault } from '../../helpers/doubles/vault.js';
import type { FakeRequest } from '../../helpers/fake-http.js';
import { TOOL_WORDS } from '../../helpers/tool-path.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const PATIENCE_MS = 60_000;
const root = temporaryFolder();
let server: Server | null = null;
afterEach(() => {
  server?.close();
});

/** Serves the double under all names of this machine; `onDelete` before the answer to a deletion is sent. */
function serve(vault: FakeVault, onDelete: () => void): Promise<number> {
  const listening = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method = 'GET', url: path = '/', headers } = request;
    const asked = { method, path, body, headers } as FakeRequest;
    const { status, body: answered } = vault.answer(asked);
    if (method === 'DELETE') onDelete();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered ?? null));
  });
  server = listening;
  return new Promise((resolve) => {
    listening.listen(0, () => resolve((listening.address() as AddressInfo).port));
  });
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the command after the value is back, also if it comes twice',
  async (signal) => {
    const folder = `${root}/${signal}`;
    mkdirSync(`${folder}/.local/state/tool`, { recursive: true });
    writeFileSync(`${folder}/.local/state/tool/audit.log`, '');
    const vault = new FakeVault();
    for (const name of ['A', 'B']) vault.put('secret', `tool/demo/default/${name}`, { value: `canary-${name}` });
    const deleted: string[] = [];
    let child: ChildProcess | null = null;
    const port = await serve(vault, () => {
      deleted.push('one');
      child?.kill(signal);
      setTimeout(() => child?.kill(signal), 5);
    });
    writeFileSync(
      `${folder}/manifest.toml`,
      [
        '[project]',
        'name = "demo"',
        'revision = "1.0"',
        'require_reason = false',
        '[profiles.default.defaults]',
        `providers = ["vault://localhost:${port}?tls=false"]`,
        '[profiles.default]',
        'A = { description = "a" }',
        'B = { description = "b" }',
      ].join('\n'),
    );
    const [program = '', ...first] = TOOL_WORDS;
    const { PATH } = process.env;
    child = spawn(program, [...first, 'import', `vault://127.0.0.1:${port}?tls=false`, '--delete-source'], {
      cwd: folder,
      env: { PATH, HOME: folder, VAULT_TOKEN: 'root' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const ended = await new Promise((resolve) => child?.on('close', (_, by) => resolve(by)));
    expect([ended, deleted]).toEqual([signal, ['one']]);
    expect(vault.fieldsOf('secret', 'tool/demo/default/A')).toEqual({ value: 'canary-A' });
    expect(vault.fieldsOf('secret', 'tool/demo/default/B')).toEqual({ value: 'canary-B' });
  },
  PATIENCE_MS,
);
