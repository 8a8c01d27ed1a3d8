/** Stores as tests open them: over the files of a folder and a made-up environment. */
import { nodeFiles } from '#runtime/files/node-files.js';
import { openHttp } from '#runtime/http/node-http.js';
import { nodePrograms } from '#runtime/programs/node-programs.js';
import type { Answer, Call, ProviderPorts, Refused, Store } from '#runtime/providers/provider.js';
import { absenceOf, refusalOf, targetOf } from '#runtime/stores/store-words.js';
import { openUsable, type UsableStore } from '#runtime/stores/usable-store.js';
import type { At } from '#schemas/addresses/address.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

export const CALL: Call = { signal: new AbortController().signal };

/** Ports whose manifest lies in `folder` and whose home is `folder/home`. */
export function portsIn(
  folder: string,
  environment: Readonly<Record<string, string | Uint8Array>> = {},
): ProviderPorts {
  const variables = Object.entries(environment).map(([name, value]) => [name, Buffer.from(value)] as const);
  return {
    context: { project: 'demo', profile: 'default', reason: null },
    credential: async () => null,
    baseFolder: folder,
    workingFolder: folder,
    home: `${folder}/home`,
    user: 'tester',
    environment: new Map(variables),
    files: nodeFiles(),
    programs: nodePrograms(),
    mayUnlock: true,
    terminal: null,
    passphrase: async () => null,
    external: {
      claimFolders: { user: `${folder}/home/.config/tool/providers.d`, system: null },
      signal: new AbortController().signal,
      mayAsk: false,
      credential: async () => null,
    },
    http: async (server) => openHttp(server, portsIn(folder, environment).environment),
  };
}

/** The store of a spec, or why it is refused. */
export async function openSpec(spec: string, ports: ProviderPorts): Promise<UsableStore | Refused> {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(`${spec}: ${uri.problem}`);
  return openUsable(uri, ports);
}

/** The store of a spec that must open, with what its descriptor tells. */
export async function usableStore(spec: string, ports: ProviderPorts): Promise<UsableStore> {
  const usable = await openSpec(spec, ports);
  if (usable.kind === 'refused') throw new Error(usable.failure.detail);
  return usable;
}

/** The store alone. */
export async function openStore(spec: string, ports: ProviderPorts): Promise<Store> {
  const usable = await usableStore(spec, ports);
  opened.set(usable.store, usable);
  return usable.store;
}

/** What is said of the entries of a store that `openStore` gave. */
export function says(store: Store): {
  readonly refusesWrite: (at: At) => Promise<string | null>;
  readonly refusesRemove: (at: At) => Promise<string | null>;
  readonly absence: (at: At) => Promise<string>;
  readonly target: (at: At) => Promise<string>;
} {
  const usable = opened.get(store);
  if (usable === undefined) throw new Error('not a store of `openStore`');
  return {
    refusesWrite: (at) => refusalOf(usable, at, 'write'),
    refusesRemove: (at) => refusalOf(usable, at, 'remove'),
    absence: (at) => absenceOf(usable, at),
    target: (at) => targetOf(usable, at),
  };
}
const opened = new WeakMap<Store, UsableStore>();

export function convention(key: string): At {
  return { kind: 'convention', project: 'demo', profile: 'default', key };
}

export function native(item: string): At {
  return { kind: 'native', item };
}

/** An answer in short: the value as text (bytes as Latin-1), `absent`, or the kind of failure. */
export function inShort(answer: Answer | undefined): string | undefined {
  if (answer?.kind === 'found') return `found ${Buffer.from(answer.value.reveal()).toString('latin1')}`;
  return answer?.kind === 'failed' ? `failed ${answer.failure.kind}` : answer?.kind;
}
