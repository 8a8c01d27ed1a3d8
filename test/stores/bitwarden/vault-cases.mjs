/** What the bw store does with the real program, in the order in which a person would: signed in first, offline last. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { manifestOf, toolIn } from '../shared/tool.mjs';
import { decrypted } from './keys.mjs';
import { ACCOUNT, sealedLogin } from './vault-server.mjs';

const MANY = 500;

export function vaultCases({ folder, server, program, command }) {
  const { vault, account, ids, organizationKey } = server;
  const tool = toolIn(folder, command, program.environment);
  let session = '';
  const on = (uri, secrets, args, more = {}) =>
    tool(manifestOf(uri, secrets), args, { ...more, environment: { BW_SESSION: session, ...more.environment } });
  const KEY = 'KEY = { description = "A key" }';
  const read = async (uri, secrets, name = 'KEY') => {
    const { status, stdout, stderr } = await on(uri, secrets, ['get', name]);
    strictEqual(status, 0, stderr);
    return stdout;
  };
  const write = async (uri, secrets, value, name = 'KEY') => {
    const { status, stderr } = await on(uri, secrets, ['set', name], { input: value });
    strictEqual(status, 0, stderr);
  };
  const bw = async (args, more) => {
    const { status, stdout, stderr } = await program.run(args, { more: { BW_SESSION: session, ...more } });
    strictEqual(status, 0, stderr);
    return stdout;
  };
  const named = (title, key = account.key) =>
    [...vault.ciphers.values()].find(
      ({ name, organizationId }) =>
        (organizationId == null) === (key === account.key) && decrypted(name, key).toString() === title,
    );
  const fails = async (words, code, help, more) => {
    const { status, stderr, stdout } = await on('bw', KEY, words, more);
    strictEqual(status, 1, stdout);
    match(stderr, new RegExp(`error\\[${code}\\]`));
    match(stderr, help);
  };

  return {
    'without a login the message says how to log in': () => fails(['get', 'KEY'], 'E1112', /bw login/),

    'a login': async () => {
      await bw(['config', 'server', server.address]);
      session = await bw(['login', ACCOUNT.email, ACCOUNT.password, '--raw', '--nointeraction']);
      ok(session.length > 40);
    },

    'a value that is set arrives encrypted, in a new login, and is read': async () => {
      program.starts();
      await write('bw', KEY, 'the first value');
      const starts = program.starts();
      deepStrictEqual(starts, ['--nointeraction status', '--nointeraction list items', '--nointeraction create item']);
      const item = named('tool/shop/default/KEY');
      strictEqual(decrypted(item.login.password, account.key).toString(), 'the first value');
      strictEqual(await read('bw', KEY), 'the first value');
      ok(!starts.join().includes('first value'));
    },

    'a change replaces the value and keeps the rest': async () => {
      const item = sealedLogin(account.key, 'Shop', 'old', {
        username: 'me',
        totp: 'JBSWY3DPEHPK3PXP',
        fields: { 'API key': 'sk' },
      });
      vault.ciphers.set(item.id, item);
      await bw(['sync']);
      await write('bw', 'KEY = { description = "A key", ref = { item = "shop" } }', 'line one\nline "two" 😀\n');
      const { login, fields } = vault.ciphers.get(item.id);
      const texts = [login.password, login.username, login.totp, fields[0].value].map(
        (text) => `${decrypted(text, account.key)}`,
      );
      deepStrictEqual(texts, ['line one\nline "two" 😀\n', 'me', 'JBSWY3DPEHPK3PXP', 'sk']);
    },

    'fields, an id and a one-time code': async () => {
      const id = named('Shop').id;
      const secrets = ['username', 'api KEY', 'totp', 'otp'].map(
        (field, at) => `K${at} = { description = "A key", ref = { item = "${id.toUpperCase()}", field = "${field}" } }`,
      );
      const { stdout, stderr } = await on('bw', secrets.join('\n'), ['export', '--format', 'json']);
      const { K0, K1, K2, K3 } = JSON.parse(stdout || stderr);
      deepStrictEqual([K0, K1, K2], ['me', 'sk', 'JBSWY3DPEHPK3PXP']);
      match(K3, /^\d{6}$/);
    },

    'a field that is added is hidden': async () => {
      await write('bw', 'KEY = { description = "A key", ref = { item = "Shop", field = "Deploy token" } }', 'added');
      const added = named('Shop').fields.at(-1);
      deepStrictEqual([added.type, `${decrypted(added.value, account.key)}`], [1, 'added']);
    },

    'an item of a collection is encrypted for its organization': async () => {
      await write('bw://acme@team', KEY, 'of the team');
      const item = named('tool/shop/default/KEY', organizationKey);
      deepStrictEqual(item.collectionIds, [ids.collection]);
      strictEqual(await read('bw://Team', KEY), 'of the team');
      await fails(['get', 'KEY'], 'E1101', /2 items are called/);
    },

    'other types': async () => {
      await write('bw://?type=note&folder=notes', KEY, 'in a note');
      await write('bw://?type=ssh&folder=ssh', KEY, 'a private key');
      strictEqual(await read('bw://?type=note&folder=notes', KEY), 'in a note');
      strictEqual(await read('bw://?folder=ssh', KEY), 'a private key');
    },

    'names are declared by init': async () => {
      const { status, stderr, at } = await tool('', ['init', '--from', 'bw', '--project', 'shop'], {
        environment: { BW_SESSION: session },
      });
      strictEqual(status, 0, stderr);
      match(readFileSync(`${at}/manifest.toml`, 'utf8'), /^Shop = .*ref = \{ item = "Shop" \}/m);
    },

    'the longest value is kept, a longer one and an empty one are refused': async () => {
      const secrets = 'LONG = { description = "A key" }';
      await write('bw', secrets, 'x'.repeat(3695), 'LONG');
      strictEqual(await read('bw', secrets, 'LONG'), 'x'.repeat(3695));
      const { status, stderr } = await on('bw', secrets, ['set', 'LONG'], { input: 'x'.repeat(3696) });
      strictEqual(status, 1);
      match(stderr, /exceeds the maximum encrypted value length/);
    },

    'a change that another client made is not overwritten': async () => {
      const item = named('Shop');
      vault.ciphers.set(item.id, { ...item, revisionDate: new Date(Date.now() + 60_000).toISOString() });
      const { status, stderr } = await on(
        'bw',
        'KEY = { description = "A key", ref = { item = "Shop" } }',
        ['set', 'KEY'],
        { input: 'mine' },
      );
      strictEqual(status, 1);
      match(stderr, /error\[E1109\][\s\S]*bw sync/);
    },

    [`${MANY} items are two processes`]: async () => {
      const keys = Array.from({ length: MANY }, (_, at) => `K${at}`);
      for (const key of keys) {
        const item = sealedLogin(account.key, `tool/shop/default/${key}`, `value of ${key}`);
        vault.ciphers.set(item.id, item);
      }
      await bw(['sync']);
      program.starts();
      const started = performance.now();
      const { stdout, stderr } = await on('bw', keys.map((key) => `${key} = { description = "A key" }`).join('\n'), [
        'export',
        '--format',
        'json',
      ]);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      deepStrictEqual(JSON.parse(stdout || stderr), Object.fromEntries(keys.map((key) => [key, `value of ${key}`])));
      deepStrictEqual(program.starts(), ['--nointeraction status', '--nointeraction list items']);
      console.log(`${MANY} items: ${seconds} s`);
    },

    'another server is refused': async () => {
      const { status, stderr } = await on('bw://?server=vault.example', KEY, ['get', 'KEY']);
      strictEqual(status, 1);
      match(stderr, /bw config server https:\/\/vault\.example/);
    },

    'a locked vault and a wrong key say how to unlock': async () => {
      await fails(['get', 'KEY'], 'E1103', /bw unlock/, { environment: { BW_SESSION: '' } });
      await fails(['get', 'KEY'], 'E1103', /bw unlock/, { environment: { BW_SESSION: 'c29tZSBvdGhlciBrZXk=' } });
    },

    'offline, what is there is read and nothing is written': async () => {
      server.stop();
      strictEqual(await read('bw', 'K7 = { description = "A key" }', 'K7'), 'value of K7');
      const { status, stderr } = await on('bw', 'NEW = { description = "A key" }', ['set', 'NEW'], { input: 'x' });
      strictEqual(status, 1);
      match(stderr, /error\[E1104\]/);
    },
  };
}
