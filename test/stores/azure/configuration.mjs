/** App Configuration through the tool: every command, both ways to sign in, references to vaults, and the vendor's own client on the same store. */
import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTION_STRING, FakeAppConfiguration } from '../../../dist/test/helpers/doubles/app-configuration.js';
import { APPLICATION } from '../../../dist/test/helpers/doubles/entra.js';
import { FakeKeyVault } from '../../../dist/test/helpers/doubles/key-vault.js';
import { FaultyServer } from '../../../dist/test/stores/http/faulty-server.js';
import { slowWay } from '../shared/loopback.mjs';
import { sourceFile } from '../shared/source.mjs';
import { byName, CALL, openStore, readAll, write } from '../shared/store.mjs';
import { manifestOf, toolIn } from '../shared/tool.mjs';
import { planPolicies, storeDenial } from './plan-policies.mjs';
import { SIGN_IN } from './sign-in.mjs';

const SPEC = 'aac://demo-store';
const KEYED = `${SPEC}?auth=connection_string`;

export async function configurationCases({ folder, command, clients }) {
  const store = new FakeAppConfiguration();
  const vault = new FakeKeyVault(store.entra);
  const server = await new FaultyServer(store).start();
  const vaultServer = await new FaultyServer(vault).start();
  const there = {
    TOOL_AAC_ENDPOINT: server.origin,
    TOOL_AKV_ENDPOINT: vaultServer.origin,
    AZURE_AUTHORITY_HOST: server.origin,
  };
  const started = toolIn(join(folder, 'configuration'), command, there);
  const one = (key, more = '') => `${key} = { description = "A key"${more} }`;
  store.put('mail:smtp', 'canary-mail');
  vault.put('db', 'canary-db');

  /** The tool with these secrets, signed in as the application. */
  async function tool(secrets, args, { uri = SPEC, environment = SIGN_IN, ...more } = {}) {
    const ran = await started(secrets === '' ? null : manifestOf(uri, secrets), args, { environment, ...more });
    doesNotMatch(ran.stdout + ran.stderr, /canary-(token|client|secret)|Y2FuYXJ5/);
    return ran;
  }
  const shown = ({ status, stdout }) => [status, stdout.trimEnd()];
  const keyed = { uri: KEYED, environment: { AZURE_APPCONFIG_CONNECTION_STRING: CONNECTION_STRING } };

  const planned = {
    tool,
    before: () => store.drop('tool:shop:default:MADE_HERE'),
    deny: (denies) => {
      store.denies = storeDenial(denies);
    },
  };
  const read = one('READ_HERE', ', ref = { item = "mail:smtp" }');
  const made = one('MADE_HERE', ', type = "password", generate = true');

  const cases = {
    ...planPolicies({ ...planned, title: 'app configuration, read', secrets: read }),
    ...planPolicies({ ...planned, title: 'app configuration', secrets: `${read}\n${made}` }),

    'app configuration: what is set is read again, and the target is shown': async () => {
      const uri = `${SPEC}?label=production`;
      const set = await tool(one('KEY'), ['set', 'KEY'], { uri, input: 'correct horse' });
      deepStrictEqual([set.status, set.stdout], [0, '']);
      match(set.stderr, /target: store=demo-store\.azconfig\.io key=tool:shop:default:KEY label=production\n/);
      deepStrictEqual(shown(await tool(one('KEY'), ['get', 'KEY'], { uri })), [0, 'correct horse']);
      strictEqual((await tool(one('KEY'), ['get', 'KEY'])).status, 1);
    },

    'app configuration: with a connection string, and with a key of another program': async () => {
      strictEqual((await tool(one('KEYED'), ['set', 'KEYED', 'canary-keyed'], keyed)).status, 0);
      deepStrictEqual(shown(await tool(one('KEYED'), ['get', 'KEYED'], keyed)), [0, 'canary-keyed']);
      deepStrictEqual(shown(await tool(one('MAIL', ', ref = { item = "mail:smtp" }'), ['get', 'MAIL'], keyed)), [
        0,
        'canary-mail',
      ]);
      const uri = `{ uri = "${KEYED}", credentials = { connection_string = "dotenv://keys.env" } }`;
      const files = { 'keys.env': `connection_string="${CONNECTION_STRING}"\n` };
      deepStrictEqual(shown(await tool(one('KEYED'), ['get', 'KEYED'], { uri, files, environment: {} })), [
        0,
        'canary-keyed',
      ]);
    },

    'app configuration: a key of another store, and one that is not known, are refused': async () => {
      for (const [text, words] of [
        [CONNECTION_STRING.replace('demo-store', 'other'), /is for another store/],
        [CONNECTION_STRING.replace('key-1', 'key-2'), /error\[E1102\][\s\S]*check the connection string/],
      ]) {
        const environment = { AZURE_APPCONFIG_CONNECTION_STRING: text };
        const ran = await tool(one('KEYED', ', default = "weak"'), ['get', 'KEYED'], { ...keyed, environment });
        deepStrictEqual([ran.status, ran.stdout], [1, '']);
        match(ran.stderr, words);
      }
    },

    'app configuration: a command gets its secrets, and a generated value is stored once': async () => {
      const secrets = one('MADE', ', type = "password", generate = true');
      const made = await tool(secrets, ['run', '--', 'sh', '-c', 'printf %s "$MADE"']);
      const again = await tool(secrets, ['run', '--', 'sh', '-c', 'printf %s "$MADE"']);
      deepStrictEqual([made.status, again.status, again.stdout], [0, 0, made.stdout]);
      ok(made.stdout.length > 10);
    },

    'app configuration: neither a default nor a generator answers for a refused sign-in': async () => {
      const environment = { ...SIGN_IN, AZURE_CLIENT_SECRET: 'canary-client-wrong' };
      for (const more of [', default = "weak"', ', type = "password", generate = true']) {
        const ran = await tool(one('GONE', more), ['run', '--', 'true'], { environment });
        deepStrictEqual([ran.status, ran.stdout], [1, '']);
        match(ran.stderr, /error\[E1102\][\s\S]*AADSTS7000215/);
      }
    },

    'app configuration: a denied write names the role, and a locked key-value stays': async () => {
      store.denies = (method) => method !== 'GET';
      const denied = await tool(one('KEYED'), ['set', 'KEYED', 'x']);
      store.denies = () => false;
      match(denied.stderr, /error\[E1102\][\s\S]*`App Configuration Data Owner`/);
      store.put('tool:shop:default:LOCKED', 'canary-locked', { locked: true });
      const locked = await tool(one('LOCKED'), ['set', 'LOCKED', 'x']);
      strictEqual(locked.status, 1);
      match(locked.stderr, /is locked[\s\S]*unlock it/);
      strictEqual((await tool(one('LOCKED'), ['delete', 'LOCKED'])).status, 1);
      deepStrictEqual(shown(await tool(one('LOCKED'), ['get', 'LOCKED'])), [0, 'canary-locked']);
    },

    'app configuration: the keys of a project become a manifest': async () => {
      const made = await tool('', ['init', '--from', SPEC, '--project', 'shop']);
      strictEqual(made.status, 0, made.stderr);
      const manifest = readFileSync(join(made.at, 'manifest.toml'), 'utf8');
      match(manifest, /^KEYED = /m);
      doesNotMatch(manifest, /canary|mail/);
    },

    'app configuration: values are imported from a file, to a file, and moved': async () => {
      const files = { '.env': 'FROM_FILE=canary-file\n' };
      const into = await tool(one('FROM_FILE'), ['import', 'dotenv://.env'], { files });
      strictEqual(into.status, 0, into.stderr);
      const out = await tool(one('FROM_FILE'), ['import', SPEC, '--delete-source'], { uri: 'dotenv://copy.env' });
      strictEqual(out.status, 0, out.stderr);
      match(readFileSync(join(out.at, 'copy.env'), 'utf8'), /FROM_FILE=["']?canary-file/);
      strictEqual(store.at('tool:shop:default:FROM_FILE'), undefined);
    },

    'app configuration: what is deleted is missing, and can be deleted again': async () => {
      await tool(one('OLD'), ['set', 'OLD', 'canary-old']);
      for (let times = 0; times < 2; times++) {
        const removed = await tool(one('OLD'), ['delete', 'OLD']);
        strictEqual(removed.status, 0, removed.stderr);
      }
      const got = await tool(one('OLD'), ['get', 'OLD']);
      strictEqual(got.status, 1);
      match(got.stderr, /no key-value tool:shop:default:OLD/);
    },

    'app configuration: it can be a cache': async () => {
      const source = sourceFile('SLOW=canary-slow\n');
      const uri = `{ uri = "${source.uri}", cache = { provider = "${SPEC}?label=cache", max_age = "1h" } }`;
      const got = await tool(one('SLOW'), ['get', 'SLOW'], { uri });
      source.remove();
      deepStrictEqual(shown(got), [0, 'canary-slow'], got.stderr);
      const cached = await tool(one('SLOW'), ['get', 'SLOW'], { uri });
      deepStrictEqual(shown(cached), [0, 'canary-slow'], cached.stderr);
      const cleared = await tool(one('SLOW'), ['cache', 'clear'], { uri });
      strictEqual(cleared.status, 0, cleared.stderr);
      strictEqual((await tool(one('SLOW'), ['get', 'SLOW'], { uri })).status, 1);
    },

    'app configuration: a hundred secrets are a token and twenty requests, sixteen at a time': async () => {
      const names = Array.from({ length: 100 }, (_, index) => `KEY_${index}`);
      for (const name of names) store.put(`tool:shop:default:${name}`, name);
      server.asked = 0;
      const ran = await tool(names.map((name) => one(name)).join('\n'), ['export', '--format', 'json']);
      deepStrictEqual([ran.status, ran.stderr, server.asked], [0, '', 21]);
      deepStrictEqual(JSON.parse(ran.stdout), Object.fromEntries(names.map((name) => [name, name])));
      const way = await slowWay(server.origin, 20);
      const opened = await openStore(SPEC, {
        variables: { TOOL_AAC_ENDPOINT: way.address, AZURE_AUTHORITY_HOST: way.address },
        credentials: APPLICATION,
      });
      deepStrictEqual(
        await readAll(opened, ...names.map(byName)),
        names.map((name) => `found ${name}`),
      );
      strictEqual(way.seen.requests.length, 21);
      ok(way.seen.most <= 16, `${way.seen.most} at once`);
      await opened.close();
      way.stop();
    },

    'app configuration: of twenty writers at a time each knows whether its value was stored': async () => {
      const options = {
        variables: { TOOL_AAC_ENDPOINT: server.origin },
        credentials: { connection_string: CONNECTION_STRING },
      };
      const writers = await Promise.all(Array.from({ length: 20 }, () => openStore(KEYED, options)));
      const made = await Promise.all(
        writers.map((writer, index) => write(writer, 'GAP', `of ${index}`, { onlyIfAbsent: true })),
      );
      strictEqual(made.filter(({ kind }) => kind === 'written').length, 1);
      const [stored] = await readAll(writers[0], byName('GAP'));
      ok(made.every((answer) => answer.kind === 'written' || `found ${answer.value.revealText()}` === stored));
      const changed = await Promise.all(writers.map((writer, index) => write(writer, 'GAP', `then ${index}`)));
      ok(changed.every(({ kind, failure }) => kind === 'written' || failure.kind === 'conflict'));
      const [last] = await readAll(writers[0], byName('GAP'));
      strictEqual(changed[Number(/\d+$/.exec(last)[0])].kind, 'written');
      strictEqual((await writers[0].remove([byName('GAP')], CALL))[0].kind, 'removed');
      for (const writer of writers) await writer.close();
    },
  };

  if (clients !== null) {
    const { AppConfigurationClient } = clients.configuration;
    const endpoint = CONNECTION_STRING.replace('https://demo-store.azconfig.io', server.origin);
    const client = new AppConfigurationClient(endpoint, { allowInsecureConnection: true });
    cases["app configuration: the vendor's own client and the tool see the same key-values"] = async () => {
      const key = 'tool:shop:default:OURS';
      await tool(one('OURS'), ['set', 'OURS', 'canary-ours'], keyed);
      const held = await client.getConfigurationSetting({ key });
      deepStrictEqual([held.value, held.label ?? null], ['canary-ours', null]);
      await client.setConfigurationSetting({ ...held, value: 'canary-theirs', tags: { owner: 'ops' } });
      deepStrictEqual(shown(await tool(one('OURS'), ['get', 'OURS'], keyed)), [0, 'canary-theirs']);
      await tool(one('OURS'), ['set', 'OURS', 'canary-again'], keyed);
      const again = await client.getConfigurationSetting({ key });
      deepStrictEqual([again.value, again.tags], ['canary-again', { owner: 'ops' }]);
      await rejects(client.setConfigurationSetting(held, { onlyIfUnchanged: true }), { statusCode: 412 });
      await rejects(client.addConfigurationSetting({ key, value: 'x' }), /exists|412/i);
      await rejects(client.getConfigurationSetting({ key: 'gone' }), { statusCode: 404 });
      const keys = [];
      for await (const setting of client.listConfigurationSettings({ keyFilter: 'tool:shop:*', labelFilter: '\0' }))
        keys.push(setting.key);
      ok(keys.includes(key) && keys.length > 100 && !keys.includes('mail:smtp'));
      strictEqual((await client.deleteConfigurationSetting({ key })).statusCode, 200);
      strictEqual((await tool(one('OURS'), ['get', 'OURS'], keyed)).status, 1);
    };
    cases["app configuration: a Key Vault reference as the vendor's own client writes it"] = async () => {
      const { secretReferenceContentType } = clients.configuration;
      await client.setConfigurationSetting({
        key: 'tool:shop:default:DB',
        contentType: secretReferenceContentType,
        value: { secretId: 'https://demo-vault.vault.azure.net/secrets/db' },
      });
      const refused = await tool(one('DB', ', default = "weak"'), ['get', 'DB']);
      strictEqual(refused.status, 1);
      match(refused.stderr, /`key_vault_auth=inherit`/);
      const uri = `${SPEC}?key_vault_auth=inherit`;
      deepStrictEqual(shown(await tool(one('DB'), ['get', 'DB'], { uri })), [0, 'canary-db']);
      const set = await tool(one('DB'), ['set', 'DB', 'x'], { uri });
      strictEqual(set.status, 1);
      match(set.stderr, /write the secret in its vault/);
    };
  }
  const stop = async () => {
    await server.stop();
    await vaultServer.stop();
  };
  return { cases, stop };
}
