/** `login` of a session: what is judged before the first question, what is stored and recorded, and what uses it afterwards. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { AuditEvent } from '#runtime/audit/audit-record.js';
import { Failure } from '#runtime/failure.js';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { openUsable, type UsableStore } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { vault } from '#schemas/providers/vault.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;
const TWO = '{ role_id = "dotenv://a.env", secret_id = { provider = "file:./b", ref = { item = "x/id" } } }';
const vaultWith = (credentials: string) => `v = { uri = "vault://h/m", credentials = ${credentials} }`;

interface World {
  readonly folder: string;
  readonly session: Session;
  readonly events: AuditEvent[];
}

/** A project with these aliases, and a user with those. */
function opened(aliases: readonly string[], { policy = '', user = '', reason = null as string | null } = {}): World {
  const folder = `${root}/p${made++}`;
  mkdirSync(`${folder}/home/.config/tool`, { recursive: true });
  const lines = ['[project]', 'name = "demo"', 'revision = "1.0"', policy, '[profiles.default]'];
  const secret = 'A = { description = "a", providers = ["v"], required = false }';
  writeFileSync(`${folder}/manifest.toml`, `${[...lines, secret, '[providers]', ...aliases].join('\n')}\n`);
  if (user !== '') writeFileSync(`${folder}/home/.config/tool/config.toml`, `[defaults.providers]\n${user}\n`);
  const events: AuditEvent[] = [];
  const call = { options: { ...NO_OPTIONS, reason }, variables: { HOME: `${folder}/home` }, workingFolder: folder };
  const session = new Session(call, {
    ...nodePorts({ warn: async () => {}, notice: async () => {} }),
    openLog: () => ({ createdAt: null, append: (event) => events.push(event), takeProblems: () => [] }),
    openStore: async (uri, ports) => (uri.scheme === 'vault' ? echoing(ports) : openUsable(uri, ports)),
  });
  return { folder, session, events };
}

/** A store whose every value is its credential `role_id`, which it takes once, when it is first read. */
function echoing({ credential }: ProviderPorts): UsableStore {
  const uri = parseStoreUri('vault://h/m');
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  const role = () => credential('role_id', { required: true });
  return {
    kind: 'open',
    scheme: 'vault',
    abilities: vault.abilities(uri),
    store: {
      kind: 'open',
      shown: 'vault',
      read: async (requests) => {
        const value = (await role()) ?? SecretValue.fromText('');
        return requests.map(() => ({ kind: 'found', value }));
      },
      identity: async () => 'vault',
    },
  };
}

/** Logs in with these answers; what happened, in order. */
async function loggedIn({ session }: World, alias: string, ...answers: readonly string[]): Promise<readonly string[]> {
  const log: string[] = [];
  const left = [...answers];
  try {
    const { bound, stored, isReadable } = await session.login(alias, {
      ask: async ({ credential, alias: asked, source }) => {
        log.push(`ask ${credential} of ${asked} in ${source.replace(/:.*\//, ':…/')}`);
        const answer = left.shift();
        if (answer === undefined) throw new Failure([]);
        return SecretValue.fromText(answer);
      },
      stored: (credential, location) => log.push(`stored ${credential} in ${location.replace(/:\S*\//, ':…/')}`),
      skipped: (credential) => log.push(`skipped ${credential}`),
    });
    log.push(`${stored} of ${bound}, ${isReadable ? 'readable' : 'write-only'}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.push(...error.diagnostics.map(({ code, message }) => `${code} ${message}`));
  } finally {
    await session.close();
  }
  return log;
}

const recorded = ({ events }: World) =>
  events.map(({ action, command, key, ref, outcome, errorKind, provider }) => {
    const store = provider?.split(':')[0];
    return [action, command, key, store, ref, outcome, errorKind].map((part) => part ?? '-').join(' ');
  });

test('credentials are asked for by name and stored where the alias looks for them', async () => {
  const world = opened([vaultWith(TWO)]);
  expect(await loggedIn(world, 'v', 'canary-role', 'canary-id')).toEqual([
    'ask role_id of v in dotenv:a.env',
    'stored role_id in dotenv:a.env at demo/default/role_id',
    'ask secret_id of v in file:…/b',
    'stored secret_id in file:…/b at item=x/id',
    '2 of 2, readable',
  ]);
  expect(readFileSync(`${world.folder}/a.env`, 'utf8')).toBe('role_id=canary-role\n');
  expect(readFileSync(`${world.folder}/b/x/id`, 'utf8')).toBe('canary-id');
  expect(recorded(world)).toEqual([
    'set credential role_id dotenv - written -',
    'set credential secret_id file item=x/id written -',
  ]);
  expect(JSON.stringify(world.events)).not.toContain('canary');
});

test('an empty answer is skipped; without a further answer the rest stays as it was', async () => {
  const world = opened([vaultWith(TWO)]);
  expect(await loggedIn(world, 'v', '')).toEqual([
    'ask role_id of v in dotenv:a.env',
    'skipped role_id',
    'ask secret_id of v in file:…/b',
  ]);
  expect(['a.env', 'b'].filter((name) => existsSync(`${world.folder}/${name}`))).toEqual([]);
});

test('a store that is open already gets the new credentials', async () => {
  const world = opened([vaultWith('{ role_id = "dotenv://a.env" }')]);
  const { session, folder } = world;
  const readA = async () => {
    const { delivered } = await session.get('A');
    return delivered.kind === 'value' ? delivered.value.revealText() : delivered.kind;
  };
  writeFileSync(`${folder}/a.env`, 'role_id=old\n');
  expect(await readA()).toBe('old');
  expect(await readA()).toBe('old');
  await session.login('v', { ask: async () => SecretValue.fromText('new'), stored: () => {}, skipped: () => {} });
  expect(await readA()).toBe('new');
  await session.close();
});

test('an alias of the user may be meant, that of the project comes first', async () => {
  const user = 'v = { uri = "onepassword://V", credentials = { service_account_token = "dotenv://user.env" } }';
  expect(await loggedIn(opened([], { user }), 'v', 'x')).toContain('1 of 1, readable');
  expect(await loggedIn(opened(['v = "onepassword://V"'], { user }), 'v')).toEqual(['0 of 0, readable']);
});

test('of a store that cannot be read, this is known', async () => {
  const alias =
    'v = { uri = "cloudflare://0123456789abcdef0123456789abcdef", credentials = { api_token = "dotenv://a.env" } }';
  expect((await loggedIn(opened([], { user: alias }), 'v', 'x')).at(-1)).toBe('1 of 1, write-only');
});

test('every binding is judged before the first question', async () => {
  const user = [
    'v = { uri = "vault://h/m", credentials = { token = "env", role_id = "nowhere", flavour = "dotenv" } }',
    'hop = { uri = "vault://h/m", credentials = { token = "v" } }',
    'cached = { uri = "dotenv", cache = { provider = "keyring", max_age = "1h" } }',
    'taken = { uri = "vault://h/m", credentials = { token = "cached" } }',
    'closed = { uri = "vault://h/m", credentials = { role_id = "dotenv://a.env", token = "env" } }',
  ].join('\n');
  const login = (alias: string) => loggedIn(opened([], { user }), alias, 'x', 'x', 'x');
  expect(await login('v')).toEqual([
    'E0810 credential `role_id` of alias `v`: `nowhere` is neither an alias nor a provider',
    'E0810 alias `v`: `vault://h/m` does not accept the credential `flavour`',
  ]);
  expect(await login('hop')).toEqual([
    'E0810 alias `hop`: credential `token` comes from `v`, which needs credentials of its own',
  ]);
  expect(await login('taken')).toEqual([
    'E0810 alias `taken`: credential `token` comes from the cached alias `cached`',
  ]);
  expect(await login('closed')).toEqual(['E1130 credential `token` of alias `closed` cannot be stored in `env`']);
  expect(await login('vv')).toEqual(['E0804 `vv` is not an alias']);
});

test('the reason policy comes first, and a refusal is recorded', async () => {
  const world = opened([vaultWith(TWO)], { policy: 'require_reason = true' });
  expect(await loggedIn(world, 'nothing', 'x')).toEqual([expect.stringContaining('E0901')]);
  expect(recorded(world)).toEqual(['set credential - - - error reason_required']);
  const stated = opened([vaultWith('{ role_id = "env" }')], { policy: 'require_reason = true', reason: 'test' });
  expect(await loggedIn(stated, 'v', 'x')).toEqual([expect.stringContaining('E1130')]);
  expect(recorded(stated)).toEqual(['set credential - - - error provider_operation_failed']);
});

test('what fails after another credential was stored is recorded by its own name', async () => {
  const world = opened([vaultWith(TWO)]);
  const login = world.session.login('v', {
    ask: async ({ credential }) => {
      if (credential === 'secret_id') writeFileSync(`${world.folder}/b`, 'a file where a folder must be');
      return SecretValue.fromText('canary');
    },
    stored: () => {},
    skipped: () => {},
  });
  await expect(login).rejects.toThrow('credential `secret_id` of alias `v` cannot be stored in `file:./b`');
  await world.session.close();
  expect(recorded(world)).toEqual([
    'set credential role_id dotenv - written -',
    'set credential secret_id file item=x/id error provider_operation_failed',
  ]);
});
