/** Stores as tests open them: over the files of a folder and a made-up environment. */
import { nodeFiles } from '#runtime/files/node-files.js';
import { isAvailable, loadProvider } from '#runtime/providers/index.js';
import type { Answer, Call, OpenStore, ProviderPorts, Refused } from '#runtime/providers/provider.js';
import type { At } from '#schemas/stores/address.js';
import { parseStoreUri } from '#schemas/stores/store-uri.js';

export const CALL: Call = { signal: new AbortController().signal };

/** Ports whose manifest lies in `folder` and whose home is `folder/home`. */
export function portsIn(
  folder: string,
  environment: Readonly<Record<string, string | Uint8Array>> = {},
): ProviderPorts {
  const variables = Object.entries(environment).map(([name, value]) => [name, Buffer.from(value)] as const);
  return {
    context: { project: 'demo', profile: 'default', reason: null, authorizationMs: null },
    credential: async () => null,
    baseFolder: folder,
    home: `${folder}/home`,
    user: 'tester',
    environment: new Map(variables),
    files: nodeFiles(),
  };
}

/** The store or refusal behind a spec. */
export async function openSpec(spec: string, ports: ProviderPorts): Promise<OpenStore | Refused> {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed' || !isAvailable(uri.scheme)) throw new Error(`${spec} names no provider`);
  return (await loadProvider(uri.scheme)).open(uri, ports);
}

/** The store behind a spec that must open. */
export async function openStore(spec: string, ports: ProviderPorts): Promise<OpenStore> {
  const store = await openSpec(spec, ports);
  if (store.kind === 'refused') throw new Error(store.failure.detail);
  return store;
}

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
