/** Key Vault through the tool: every command, ways to sign in, what fails, and the vendor's own client on the same vault. */
import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base32 } from '../../../dist/schemas/providers/base32.js';
import { APPLICATION, TENANT } from '../../../dist/test/helpers/doubles/entra.js';
import { FakeKeyVault } from '../../../dist/test/helpers/doubles/key-vault.js';
import { FaultyServer } from '../../../dist/test/stores/http/faulty-server.js';
import { slowWay } from '../shared/loopback.mjs';
import { byName, CALL, openStore, readAll, secret } from '../shared/store.mjs';
import { manifestOf, toolIn } from '../shared/tool.mjs';
import { planPolicies, vaultDenial } from './plan-policies.mjs';
import { SIGN_IN } from './sign-in.mjs';

const SPEC = 'akv://demo-vault';
export async function vaultCases({ folder, command, clients }) {
  const vault = new FakeKeyVault();
  const server = await new FaultyServer(vault).start();
  const there = { TOOL_AKV_ENDPOINT: server.origin, AZURE_AUTHORITY_HOST: server.origin };
  const started = toolIn(join(folder, 'vault'), command, there);
  const one = (key, more = '') => `${key} = { description = "A key"${more} }`;
  vault.put('mail', 'canary-mail');

  /** The tool with these secrets, signed in as the application. */
  async function tool(secrets, args, { uri = SPEC, environment = SIGN_IN, ...more } = {}) {
    const ran = await started(secrets === '' ? null : manifestOf(uri, secrets), args, { environment, ...more });
    doesNotMatch(ran.stdout + ran.stderr, /canary-(token|client)/);
    return ran;
  }
  const shown = ({ status, stdout }) => [status, stdout.trimEnd()];

  const cases = {
    ...planPolicies({
      title: 'key vault',
      tool,
      secrets: [
        one('READ_HERE', ', ref = { item = "Mail" }'),
        one('MADE_HERE', ', type = "password", generate = true'),
        one('URL_HERE', ', composed = "x://${READ_HERE}"'),
      ].join('\n'),
      before: () => vault.purge(`tool--${['shop', 'default', 'MADE_HERE'].map(base32).join('--')}`),
      deny: (denies) => {
        vault.denies = vaultDenial(denies);
      },
    }),

    'key vault: what is set is read again, and the target is shown': async () => {
      const set = await tool(one('KEY'), ['set', 'KEY'], { input: 'correct horse' });
      deepStrictEqual([set.status, set.stdout], [0, '']);
      match(set.stderr, /target: vault=demo-vault\.vault\.azure\.net item=tool--onug64a--mrswmylvnr2a--jncvs\n/);
      deepStrictEqual(shown(await tool(one('KEY'), ['get', 'KEY'])), [0, 'correct horse']);
    },

    'key vault: a secret of another program, and a version of it': async () => {
      const version = vault.put('mail', 'canary-newer');
      vault.put('mail', 'canary-newest');
      const pinned = one('MAIL', `, ref = { item = "mail", version = "${version}" }`);
      deepStrictEqual(shown(await tool(pinned, ['get', 'MAIL'])), [0, 'canary-newer']);
      deepStrictEqual(shown(await tool(one('MAIL', ', ref = { item = "Mail" }'), ['get', 'MAIL'])), [
        0,
        'canary-newest',
      ]);
      const set = await tool(pinned, ['set', 'MAIL', 'x']);
      strictEqual(set.status, 1);
      match(set.stderr, /error\[E1114\]/);
    },

    'key vault: a command gets its secrets, and a generated value is stored once': async () => {
      const secrets = one('MADE', ', type = "password", generate = true');
      const made = await tool(secrets, ['run', '--', 'sh', '-c', 'printf %s "$MADE"']);
      const again = await tool(secrets, ['run', '--', 'sh', '-c', 'printf %s "$MADE"']);
      deepStrictEqual([made.status, again.status, again.stdout], [0, 0, made.stdout]);
      ok(made.stdout.length > 10);
    },

    'key vault: neither a default nor a generator answers for a refused sign-in': async () => {
      const environment = { ...SIGN_IN, AZURE_CLIENT_SECRET: 'canary-client-wrong' };
      for (const more of [', default = "weak"', ', type = "password", generate = true']) {
        const ran = await tool(one('GONE', more), ['run', '--', 'true'], { environment });
        deepStrictEqual([ran.status, ran.stdout], [1, '']);
        match(ran.stderr, /error\[E1102\][\s\S]*AADSTS7000215[\s\S]*the client secret is wrong/);
      }
    },

    'key vault: a denied read names the role, and is not missing': async () => {
      vault.denies = (operation) => (operation === 'get' ? 'ForbiddenByRbac' : null);
      const ran = await tool(one('KEY', ', default = "weak"'), ['get', 'KEY']);
      vault.denies = () => null;
      strictEqual(ran.status, 1);
      match(ran.stderr, /error\[E1102\][\s\S]*`Key Vault Secrets User`/);
    },

    'key vault: credentials of a store come before the environment': async () => {
      const names = Object.keys(APPLICATION).map((name) => `${name} = "dotenv://keys.env"`);
      const uri = `{ uri = "${SPEC}", credentials = { ${names.join(', ')} } }`;
      const lines = Object.entries(APPLICATION).map(([name, text]) => `${name}=${text}\n`);
      const files = { 'keys.env': lines.join('') };
      const environment = { AZURE_CLIENT_SECRET: 'canary-client-wrong' };
      deepStrictEqual(shown(await tool(one('KEY'), ['get', 'KEY'], { uri, files, environment })), [0, 'correct horse']);
    },

    'key vault: the token of the platform, and the identity of a machine': async () => {
      const files = { token: 'canary-assertion' };
      const { client_secret, ...application } = APPLICATION;
      const environment = { AZURE_TENANT_ID: TENANT, AZURE_CLIENT_ID: application.client_id };
      // Its path is known only once the tool has its folder, in which it starts.
      const named = { ...environment, AZURE_FEDERATED_TOKEN_FILE: 'token' };
      const uri = `${SPEC}?auth=workload_identity`;
      deepStrictEqual(shown(await tool(one('KEY'), ['get', 'KEY'], { uri, files, environment: named })), [
        0,
        'correct horse',
      ]);
      const machine = { AZURE_POD_IDENTITY_AUTHORITY_HOST: server.origin };
      const managed = { uri: `${SPEC}?auth=managed_identity`, environment: machine };
      deepStrictEqual(shown(await tool(one('KEY'), ['get', 'KEY'], managed)), [0, 'correct horse']);
    },

    'key vault: without an application the Azure CLI signs in, once': async () => {
      const token = vault.entra.issue(vault.resource);
      const script = `#!/bin/sh\necho "$@" >>"$HOME/asked"\necho '{"accessToken": "${token}", "tenant": "${TENANT}"}'\n`;
      const files = { 'bin/az': script };
      const secrets = ['KEY', 'MADE'].map((key) => one(key)).join('\n');
      const wrap = ['sh', '-c', 'chmod +x bin/az; PATH=$PWD/bin:$PATH; exec "$@"', 'sh'];
      const ran = await tool(secrets, ['export', '--format', 'json'], { files, environment: {}, wrap });
      strictEqual(ran.status, 0, ran.stderr);
      strictEqual(JSON.parse(ran.stdout).KEY, 'correct horse');
      const asked = readFileSync(join(ran.at, 'home/asked'), 'utf8');
      strictEqual(
        asked,
        `account get-access-token --output json --resource https://vault.azure.net --tenant ${TENANT}\n`,
      );
    },

    'key vault: values are imported from a file and to a file, and not moved out of it': async () => {
      const files = { '.env': 'FROM_FILE=canary-file\n' };
      const into = await tool(one('FROM_FILE'), ['import', 'dotenv://.env'], { files });
      strictEqual(into.status, 0, into.stderr);
      const out = await tool(one('FROM_FILE'), ['import', SPEC], { uri: 'dotenv://copy.env' });
      strictEqual(out.status, 0, out.stderr);
      match(readFileSync(join(out.at, 'copy.env'), 'utf8'), /FROM_FILE=["']?canary-file/);
      const before = JSON.stringify(vault.state());
      const moved = await tool(one('FROM_FILE'), ['import', SPEC, '--delete-source'], { uri: 'dotenv://copy.env' });
      strictEqual(moved.status, 1);
      strictEqual(JSON.stringify(vault.state()), before);
    },

    'key vault: what it does not do is refused before it is asked': async () => {
      server.asked = 0;
      const cache = `{ uri = "dotenv://.env", cache = { provider = "${SPEC}", max_age = "1h" } }`;
      for (const [args, more] of [
        [['delete', 'KEY'], {}],
        [['get', 'KEY'], { uri: cache }],
      ])
        strictEqual((await tool(one('KEY'), args, more)).status, 1);
      strictEqual((await tool('', ['init', '--from', SPEC])).status, 1);
      strictEqual(server.asked, 0);
    },

    'key vault: a hundred secrets take a challenge, a token and a hundred reads, sixteen at a time': async () => {
      const names = Array.from({ length: 100 }, (_, index) => `KEY_${index}`);
      const way = await slowWay(server.origin, 20);
      const store = await openStore(SPEC, {
        variables: { TOOL_AKV_ENDPOINT: way.address, AZURE_AUTHORITY_HOST: way.address },
        credentials: APPLICATION,
      });
      for (const name of names) await store.write([{ at: byName(name), value: secret(name) }], CALL);
      way.seen.requests.length = 0;
      const answers = await readAll(store, ...names.map(byName));
      deepStrictEqual(
        answers,
        names.map((name) => `found ${name}`),
      );
      strictEqual(way.seen.requests.length, 100);
      ok(way.seen.most <= 16, `${way.seen.most} at once`);
      await store.close();
      way.stop();
    },
  };

  if (clients !== null) {
    cases["key vault: the vendor's own client and the tool see the same secrets"] = async () => {
      const { SecretClient } = clients.secrets;
      const credential = {
        getToken: async (scope, { tenantId }) => {
          deepStrictEqual([scope, tenantId], [['https://vault.azure.net/.default'], TENANT]);
          return { token: vault.entra.issue('https://vault.azure.net'), expiresOnTimestamp: Date.now() + 3_600_000 };
        },
      };
      // Its check of the resource knows no loopback.
      const client = new SecretClient(server.origin, credential, {
        allowInsecureConnection: true,
        disableChallengeResourceVerification: true,
      });
      const name = 'tool--onug64a--mrswmylvnr2a--j5kvemi';
      await tool(one('OUR1'), ['set', 'OUR1'], { input: 'canary-ours' });
      const held = await client.getSecret(name);
      strictEqual(held.value, 'canary-ours');
      const written = await client.setSecret(name, 'canary-theirs');
      deepStrictEqual(shown(await tool(one('OUR1'), ['get', 'OUR1'])), [0, 'canary-theirs']);
      strictEqual((await client.getSecret(name, { version: held.properties.version })).value, 'canary-ours');
      ok(written.properties.version !== held.properties.version);
      const names = [];
      for await (const properties of client.listPropertiesOfSecrets()) names.push(properties.name);
      ok(names.includes(name));
      await rejects(client.getSecret('gone'), { code: 'SecretNotFound', statusCode: 404 });
      await client.beginDeleteSecret(name);
      await rejects(client.setSecret(name, 'x'), { statusCode: 409 });
      const set = await tool(one('OUR1'), ['set', 'OUR1'], { input: 'canary-again' });
      strictEqual(set.status, 1);
      match(set.stderr, /az keyvault secret recover/);
    };
  }
  return { cases, stop: () => server.stop() };
}
