/** Identities and recipients of every kind that `age` has: SSH keys, passphrases, plugins. */
import { match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '../go-program.mjs';
import { get, set } from '../shared/project.mjs';
import { encrypted, isArmored, must, refuses } from './world.mjs';

const SSH_KEYS = {
  ed25519: ['-t', 'ed25519'],
  rsa: ['-t', 'rsa', '-b', '2048'],
  'rsa-pem': ['-t', 'rsa', '-b', '3072', '-m', 'PEM'],
  'rsa-pkcs8': ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8'],
};
const PASSPHRASE = 'correct-horse';

export function keyCases(world) {
  return { ...sshCases(world), ...passphraseCases(world), ...pluginCases(world) };
}

function sshCases({ root, project, decrypted }) {
  const sshKeygen = (name, ...words) =>
    must('ssh-keygen', ['-q', '-N', '', '-C', 'ann', ...words, '-f', join(root, name)]);
  const bothWays = Object.entries(SSH_KEYS).map(([name, words]) => [
    `an SSH key both ways: ${name}`,
    async () => {
      sshKeygen(name, ...words);
      const store = project('', { identity: `../${name}` });
      encrypted(store.file, 'A=two words\n', '-a', '-R', join(root, `${name}.pub`));
      strictEqual(get(store, 'A'), 'two words');
      set(store, 'B', 'n\u00e9e');
      strictEqual(decrypted(store.file, name), 'A=two words\nB=n\u00e9e\n');
    },
  ]);
  return {
    ...Object.fromEntries(bothWays),
    'a list with SSH keys and others: each can decrypt': async () => {
      const own = must('age-keygen', ['-y', join(root, 'own.key')]);
      const lines = ['ed25519', 'rsa'].map((name) => readFileSync(join(root, `${name}.pub`)));
      writeFileSync(join(root, 'mixed.txt'), Buffer.concat([Buffer.from('# team\n'), ...lines, own]));
      const store = project('&recipients-file=../mixed.txt');
      set(store, 'A', '1');
      for (const key of ['own.key', 'ed25519', 'rsa']) strictEqual(decrypted(store.file, key), 'A=1\n');
    },
    'SSH keys with a passphrase and of other kinds are refused': async () => {
      must('ssh-keygen', ['-q', '-N', PASSPHRASE, '-t', 'ed25519', '-f', join(root, 'protected')]);
      must('ssh-keygen', ['-q', '-N', '', '-t', 'ecdsa', '-f', join(root, 'ecdsa')]);
      const store = project('', { identity: '../protected' });
      encrypted(store.file, 'A=canary\n', '-R', join(root, 'protected.pub'));
      refuses(store, /protected by a passphrase/u, 'get', 'A');
      const other = project('&recipients-file=../ecdsa.pub', { identity: '../ecdsa' });
      encrypted(other.file, 'A=canary\n', '-R', join(root, 'ed25519.pub'));
      refuses(other, /of a kind that age does not support/u, 'get', 'A');
    },
  };
}

function passphraseCases({ root, project, converse }) {
  if (spawnSync('python3', ['--version']).status !== 0) {
    console.log('there is no python3 for a terminal: passphrases are skipped');
    return {};
  }
  const prompt = { expect: 'Enter passphrase of .*own.key.age:' };
  const protectedKey = () => {
    const path = join(root, 'own.key.age');
    const typed = [
      { expect: 'Enter passphrase' },
      { send: `${PASSPHRASE}\r` },
      { expect: 'Confirm passphrase' },
      { send: `${PASSPHRASE}\r` },
    ];
    const { shown } = converse(typed, ['age', '-p', '-a', '-o', path, join(root, 'own.key')], root);
    ok(isArmored(path), shown);
    return project('', { identity: '../own.key.age' });
  };
  return {
    'an identity that age protects with a passphrase: prompted for once, hidden': async () => {
      const store = protectedKey();
      const [, own] = readFileSync(join(root, 'own.key'), 'utf8').split('public key: ');
      encrypted(store.file, 'A=two words\n', '-r', own.split('\n')[0]);
      const read = store.onTerminal([prompt, { send: `${PASSPHRASE}\r` }], 'get', 'A');
      strictEqual(read.status, 0, read.shown);
      match(read.shown, /two words/u);
      ok(!read.shown.includes(PASSPHRASE), read.shown);
      const written = store.onTerminal([prompt, { send: `${PASSPHRASE}\r` }], 'set', 'B', '2');
      strictEqual(written.status, 0, written.shown);
      strictEqual(must('age', ['-d', '-i', join(root, 'own.key'), store.file]).toString(), 'A=two words\nB=2\n');
      const wrong = store.onTerminal([prompt, { send: 'canary\r' }], 'get', 'A');
      match(wrong.shown, /the passphrase of `\.\.\/own\.key\.age` is not correct/u);
      strictEqual(wrong.status, 1);
      const { status, stderr } = store.withoutTerminal('get', 'A');
      match(stderr, /E1103.*no one can be prompted/su);
      strictEqual(status, 1);
    },
  };
}

function pluginCases({ root, project }) {
  const program = goProgram('age-plugin-tooltest');
  if (program === null) {
    console.log('there is no Go to build a plugin with: plugins are skipped');
    return {};
  }
  const folder = join(root, 'plugins');
  mkdirSync(folder);
  copyFileSync(program, join(folder, 'age-plugin-tooltest'));
  const path = `${process.env.PATH}:${folder}`;
  const keys = (name, kind) => {
    const [identity, recipient, plain] = must(join(folder, 'age-plugin-tooltest'), ['--new', kind])
      .toString()
      .split('\n');
    writeFileSync(join(root, `${name}.key`), `# a card\n${identity}\n`);
    writeFileSync(join(root, `${name}.txt`), `${recipient}\n`);
    writeFileSync(join(root, `${name}-plain.key`), `${plain}\n`);
    return recipient;
  };
  const written = (name, where = path) =>
    project(`&recipients-file=../${name}.txt`, { identity: `../${name}.key`, path: where });
  return {
    'a plugin both ways, through age': async () => {
      keys('card', 'plain');
      const own = must('age-keygen', ['-y', join(root, 'own.key')]);
      writeFileSync(join(root, 'card.txt'), own, { flag: 'a' });
      const store = written('card');
      set(store, 'A', 'two words');
      set(store, 'B', '2');
      strictEqual(get(store, 'A'), 'two words');
      strictEqual(must('age', ['-d', '-i', join(root, 'own.key'), store.file]).toString(), 'A=two words\nB=2\n');
      const without = written('card', process.env.PATH);
      writeFileSync(without.file, readFileSync(store.file));
      refuses(without, /E1111.*age-plugin-tooltest.*was not found/su, 'get', 'A');
    },
    'the recipient of a plugin must be listed, and another card is denied': async () => {
      keys('other', 'plain');
      const store = project('', { identity: '../other.key', path });
      const { status, stderr } = store.run('set', 'A', 'new');
      match(stderr, /only its plugin knows the recipient/u);
      strictEqual(status, 1);
      encrypted(
        store.file,
        'A=canary\n',
        '-r',
        must('age-keygen', ['-y', join(root, 'own.key')])
          .toString()
          .trim(),
      );
      refuses(store, /E1102.*not encrypted for the configured identity/su, 'get', 'A');
    },
    'a plugin that wants a PIN fails at once, and nothing waits': async () => {
      keys('pin', 'pin');
      const store = written('pin');
      set(store, 'A', 'canary');
      refuses(store, /E1101.*tooltest/su, 'get', 'A');
    },
  };
}
