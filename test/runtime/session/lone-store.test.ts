/** A store that a call names itself: aliases and credentials of the user count, and there is no manifest. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { AuditEvent } from '#runtime/audit/audit-record.js';
import { Failure } from '#runtime/failure.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { type LoneStore, withLoneStore } from '#runtime/session/lone-store.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { openUsable } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
mkdirSync(join(root, 'home/.config/tool'), { recursive: true });
writeFileSync(
  join(root, 'home/.config/tool/config.toml'),
  `[defaults.providers]
named = { uri = "file:./values", ref = { item = "{project}-{key}" } }
v = { uri = "vault://h/m", credentials = { token = "dotenv:./tokens.env" } }
`,
);
writeFileSync(join(root, 'tokens.env'), 'token=t0ken\n');
const owner = { project: 'helper', profile: 'default' };

async function using<T>(spec: string, use: (store: LoneStore) => Promise<T>) {
  const events: AuditEvent[] = [];
  const tokens: (string | null)[] = [];
  const call = { options: NO_OPTIONS, variables: { HOME: join(root, 'home') }, workingFolder: root };
  const ports: Parameters<typeof withLoneStore>[1] = {
    ...nodePorts({ warn: async () => {}, notice: async () => {} }),
    openLog: () => ({ createdAt: null, append: (event) => events.push(event), takeProblems: () => [] }),
    openStore: async (uri, providerPorts) => {
      if (uri.scheme === 'vault') tokens.push((await providerPorts.credential('token'))?.revealText() ?? null);
      return openUsable(uri, providerPorts);
    },
  };
  const result = await withLoneStore(call, ports, { spec, owner }, use);
  return { result, events, tokens };
}

test.each([
  ['dotenv:./alone.env', 'alone.env', 'TOKEN'],
  ['named', 'values/helper-TOKEN', ''],
])('%s is written, read and listed', async (spec, file, head) => {
  const value = SecretValue.fromText('s3cret');
  const { result } = await using(spec, async ({ stores, store, at }) => {
    await stores.write(store, [{ at: at('TOKEN'), value }], 'asked');
    const [answer] = await stores.read(store, [at('TOKEN')], 'asked');
    return { answer, listed: await stores.list(store) };
  });
  expect(readFileSync(join(root, file), 'utf8')).toContain(`${head}${head && '='}s3cret`);
  expect(result.answer?.kind === 'found' && result.answer.value.revealText()).toBe('s3cret');
  expect(result.listed.kind).toBe('listed');
});

test('its credentials are those of the alias, and their use is recorded', async () => {
  const { tokens, events } = await using('v', ({ stores, store }) => stores.open(store));
  expect(tokens).toEqual(['t0ken']);
  expect(events).toMatchObject([{ action: 'get', key: 'token', command: 'credential', project: 'helper' }]);
});

test('a spec that names no store stops before anything is opened', async () => {
  const failure = await using('nowhere', async () => 'used').catch((error: unknown) => error);
  expect(failure instanceof Failure && failure.diagnostics.map(({ code, at }) => [code, at])).toEqual([
    ['E0804', null],
  ]);
});
