/** A store of the KV engine before a server in memory, with entries `HELD` in a mount of each version. */
import { beforeEach } from '@jest/globals';
import type { HttpOutcome } from '#runtime/http/http.js';
import type { ProviderPorts, Store, WriteAnswer } from '#runtime/providers/provider.js';
import { CredentialFault } from '#runtime/stores/credential-fault.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeVault } from '../../helpers/doubles/vault.js';
import { type FakeHttp, type FakeRequest, type FakeResponse, fakeHttp } from '../../helpers/fake-http.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from './open-store.js';

export const folder = temporaryFolder();
export const HELD = 'tool/demo/default/HELD';
export const SPEC = 'vault://vault.test:8200';

interface KvWorld {
  vault: FakeVault;
  fake: FakeHttp;
  /** An answer that comes before the server's own: to every request, or to those for which the function has one. */
  first: FakeResponse | HttpOutcome | null | ((request: FakeRequest) => FakeResponse | HttpOutcome | null);
}
/** Anew for each test. */
export const world: KvWorld = made();
beforeEach(() => void Object.assign(world, made()));

function made(): KvWorld {
  const vault = new FakeVault();
  vault.put('secret', HELD, { value: 'canary-held' });
  vault.put('old', HELD, { value: 'canary-old' });
  return { vault, fake: fakeHttp((request) => answerFirst(request) ?? world.vault.answer(request)), first: null };
}

function answerFirst(request: FakeRequest): FakeResponse | HttpOutcome | null {
  return typeof world.first === 'function' ? world.first(request) : world.first;
}

/** Ports with these credentials, `token` being root where none is named. */
export function ports(
  credentials: Readonly<Record<string, string | Uint8Array>> = { token: 'root' },
  variables: Readonly<Record<string, string>> = {},
): ProviderPorts {
  return {
    ...portsIn(folder, variables),
    http: world.fake.http,
    credential: async (name, ask) => {
      const content = credentials[name];
      if (content !== undefined) return SecretValue.fromBytes(Buffer.from(content));
      if (ask?.required) throw new CredentialFault({ kind: 'missing-credential', detail: `no ${name}` });
      return null;
    },
  };
}

export const opened = (spec = SPEC, given = ports()): Promise<Store> => openStore(spec, given);

export function field(item: string, name: string): At {
  return { kind: 'native', item, field: name };
}

export async function read(store: Store, ...addresses: readonly At[]) {
  return (await store.read(addresses, CALL)).map(inShort);
}

/** Why one entry is not had; else what became of it. */
export async function failure(store: Store, at: At = convention('HELD')) {
  const [answer] = await store.read([at], CALL);
  return answer?.kind === 'failed' ? answer.failure : answer?.kind;
}

export async function write(store: Store, key: string, text: string, more = {}): Promise<WriteAnswer | undefined> {
  return (await store.write?.([{ at: convention(key), value: SecretValue.fromText(text), ...more }], CALL))?.[0];
}
