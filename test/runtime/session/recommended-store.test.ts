/** Which store is recommended, on machines that differ in what is set up. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { recommendedStore, type TriedKeyring } from '#runtime/session/recommended-store.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'machine-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function have(path: string, mode = 0o600): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, mode);
}

const silent: TriedKeyring = {
  platform: 'linux',
  open: async () => ({ kind: 'failed', reason: 'failed', explanation: 'no bus' }) as never,
};
let closed = 0;
const answering: TriedKeyring = {
  platform: 'linux',
  open: async () => ({ kind: 'keyring', close: () => (closed += 1) }) as never,
};
const neverThere: TriedKeyring = {
  platform: 'linux',
  open: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error()))),
};

const recommended = (keyring: TriedKeyring, more: Readonly<Record<string, string>> = {}) => {
  const variables = { HOME: home, PATH: join(home, 'bin'), ...more };
  const entries = () => Object.entries(variables).map(([name, value]) => `${name}=${value}`) as never;
  return recommendedStore({ variables, entries }, keyring);
};

test('the keyring of macOS and Windows, without asking it', async () => {
  expect((await recommended({ ...neverThere, platform: 'darwin' })).provider).toBe('keyring');
  expect((await recommended({ ...neverThere, platform: 'win32' })).provider).toBe('keyring');
});

test('a Secret Service that answers, which is closed again', async () => {
  expect(await recommended(answering)).toEqual({
    provider: 'keyring',
    why: 'a Secret Service answers on this machine',
  });
  expect(closed).toBe(1);
});

test('no Secret Service that lets people wait', async () => {
  expect((await recommended(neverThere)).provider).toBe('dotenv');
});

test('pass, if it is installed and set up', async () => {
  have('.password-store/.gpg-id');
  expect((await recommended(silent)).provider).toBe('dotenv');
  have('bin/pass', 0o755);
  expect((await recommended(silent)).provider).toBe('pass');
});

test('gopass, if it is installed and set up', async () => {
  have('bin/gopass', 0o755);
  expect((await recommended(silent)).provider).toBe('dotenv');
  have('.local/share/gopass/stores/root/.age-recipients');
  expect((await recommended(silent)).provider).toBe('gopass');
});

test('age, if there is an identity', async () => {
  have('.config/sops/age/keys.txt');
  expect(await recommended(silent)).toEqual({
    provider: 'age',
    why: 'you have an age identity, and no Secret Service answers on this machine',
  });
});

test('a dotenv file otherwise, saying that it is plain text', async () => {
  const { provider, why } = await recommended(silent);
  expect({ provider, isSaid: why.includes('plain text') }).toEqual({ provider: 'dotenv', isSaid: true });
});
