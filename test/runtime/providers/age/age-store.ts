/** The age store over the files of a folder, in short verbs. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, convention, inShort, openStore, portsIn } from '../open-store.js';

interface Verbs {
  readonly make: (name: string, content: string | Uint8Array) => void;
  readonly bytesOf: (name: string) => Buffer;
  /** The value in short, or the kind and detail of the failure. */
  readonly read: (spec: string, key: string) => Promise<unknown>;
  readonly set: (spec: string, key: string, value: string) => Promise<unknown>;
}

export function ageStores(folder: string, ports: Partial<ProviderPorts> = {}): Verbs {
  const all = { ...portsIn(folder), ...ports };
  return {
    make: (name, content) => writeFileSync(`${folder}/${name}`, content),
    bytesOf: (name) => readFileSync(`${folder}/${name}`),
    read: async (spec, key) => {
      const [answer] = await (await openStore(spec, all)).read([convention(key)], CALL);
      return answer?.kind === 'failed' ? failureIn(answer) : inShort(answer);
    },
    set: async (spec, key, value) => {
      const entry = { at: convention(key), value: SecretValue.fromText(value) };
      const [answer] = (await (await openStore(spec, all)).write?.([entry], CALL)) ?? [];
      return answer?.kind === 'failed' ? failureIn(answer) : answer?.kind;
    },
  };
}

function failureIn({ failure: { kind, detail } }: { readonly failure: { kind: string; detail: string } }): unknown {
  return [kind, detail];
}
