/** Plans written by hand: what a case does not say has a plain value. */

import type { Choice } from '#runtime/link/linked-plan.js';
import { type Named, named } from '#schemas/named.js';
import type {
  Chain,
  Coordinates,
  Naming,
  Plan,
  PlanSecret,
  PlannedStore,
  StoredSource,
  StoreRef,
  TemplatePart,
  WhenMissing,
} from '#schemas/plan.js';
import { NO_USER_CONFIG, type UserConfig } from '#schemas/user-config.js';

export interface PlanParts {
  readonly profiles?: Readonly<Record<string, Chain | null>>;
  readonly stores?: Readonly<Record<string, PlannedStore>>;
  readonly secrets: Readonly<Record<string, PlanSecret | readonly PlanSecret[]>>;
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
}

export function planOf({ profiles = { default: null }, stores = {}, secrets, scopes = {} }: PlanParts): Plan {
  return {
    format: 1,
    project: { name: 'shop', requireReason: false },
    profiles: mapped(profiles, (route) => ({ route })),
    stores: mapped(stores, (store) => store),
    secrets: mapped(secrets, (meanings) => (Array.isArray(meanings) ? meanings : [meanings])),
    scopes: mapped(scopes, (names) => names),
  };
}

function mapped<T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Named<U> {
  const keys = Object.keys(record).sort();
  return named(keys.map((key) => [key, to(record[key] as T)]));
}

type SecretParts = Partial<Omit<PlanSecret, 'source'>>;

const plain = { in: 'all', description: '', presence: 'required', deliver: 'value' } as const;

export interface StoredParts extends SecretParts {
  readonly route?: readonly string[];
  readonly ref?: Coordinates;
  readonly refs?: Readonly<Record<string, Coordinates>>;
  readonly decode?: StoredSource['decode'];
  readonly extract?: NonNullable<StoredSource['extract']>;
  readonly whenMissing?: WhenMissing;
}

/** Specs of the route: one with a colon is a URI, one that starts with `?` is open, any other is a project alias. */
export function stored(parts: StoredParts = {}): PlanSecret {
  const { route, ref, refs, decode, extract, whenMissing = { kind: 'nothing' }, ...secret } = parts;
  const naming: Naming = ref
    ? { kind: 'ref', at: ref }
    : refs
      ? { kind: 'refs', by: named(Object.entries(refs)) }
      : { kind: 'convention' };
  const source = {
    kind: 'stored',
    route: route === undefined ? 'profile' : routeOf(...route),
    naming,
    ...(decode !== undefined && { decode }),
    ...(extract !== undefined && { extract }),
    whenMissing,
  } as StoredSource;
  return { ...plain, ...secret, source };
}

export function routeOf(...specs: readonly string[]): Chain {
  return specs.map(storeRef) as unknown as Chain;
}

export function storeRef(spec: string): StoreRef {
  if (spec.startsWith('?')) return { kind: 'open', name: spec.slice(1) };
  return spec.includes(':') ? { kind: 'uri', uri: spec } : { kind: 'alias', name: spec };
}

/** A template with `{NAME}` for each reference. */
export function composed(template: string, secret: SecretParts = {}): PlanSecret {
  const parts = template.split(/(\{\w+\})/u).flatMap((piece): TemplatePart[] => {
    const name = /^\{(\w+)\}$/u.exec(piece)?.[1];
    if (name !== undefined) return [{ secret: name }];
    return piece === '' ? [] : [{ text: piece }];
  });
  return { ...plain, ...secret, source: { kind: 'composed', parts } };
}

/** A part of another secret's JSON. */
export function derived(from: string, pointer: readonly string[], secret: SecretParts = {}): PlanSecret {
  const how = { kind: 'select', extract: { format: 'json', pointer } } as const;
  return { ...plain, ...secret, source: { kind: 'derived', from, how } };
}

export function leaf(
  uri: string,
  more: Partial<Omit<Extract<PlannedStore, { kind: 'leaf' }>, 'kind' | 'uri'>> = {},
): PlannedStore {
  return { kind: 'leaf', uri, credentials: {}, ...more };
}

export function choice(parts: Partial<Choice> = {}): Choice {
  return { profile: null, scope: null, override: null, only: null, ...parts };
}

export function user(
  parts: { readonly provider?: string; readonly aliases?: Readonly<Record<string, PlannedStore>> } = {},
): UserConfig {
  const aliases = named(Object.entries(parts.aliases ?? {}));
  return { ...NO_USER_CONFIG, provider: parts.provider ?? null, aliases };
}
