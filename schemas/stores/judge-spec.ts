/** What is wrong with the spec of a store, as far as its text shows. */
import { nearest } from '../nearest.js';
import type { StoreRef } from '../plan.js';
import type { ProviderDescriptor, QueryOption, UriShape } from '../providers/descriptor.js';
import { descriptorOf, providers } from '../providers/index.js';
import { nearestScheme, otherNameAdvice, pastedAdvice } from '../providers/other-names.js';
import { holdsCredential, withoutCredentials } from './hidden-parts.js';
import type { StoreFault } from './judge.js';
import { hasPathPlaceholders, type PathNames, pathNamesProblem, pathPlaceholdersProblem } from './path-placeholders.js';
import { parseStoreUri, type StoreUri } from '../addresses/store-uri.js';

export interface JudgedSpec {
  /** Null: malformed. */
  readonly uri: StoreUri | null;
  readonly faults: readonly StoreFault[];
}

/**
 * Reads a spec and judges it by what is known of its scheme. An unknown scheme has no faults here: an external provider
 * may claim it, which `schemeFault` asks when the machine is known. Each error gives one fault: a spec with a credential
 * is not checked further.
 */
export function judgeSpec(text: string): JudgedSpec {
  const uri = parseStoreUri(text);
  if (uri.kind === 'malformed') return { uri: null, faults: [{ ...uri, shown: withoutCredentials(text) }] };
  return { uri, faults: uriFaults(uri) };
}

/** A name that is not a spec: of an alias, of a key of `refs`, or of a store that is configured only on the user's machine. */
export function nameFault(name: string): StoreFault | null {
  if (!holdsCredential(name)) return null;
  return { kind: 'password', shown: withoutCredentials(name), holds: 'credential', credentials: [] };
}

/** What is wrong with a reference as it is written, regardless of what it refers to, for the project in these profiles. */
export function writtenFaults(ref: StoreRef, users: readonly PathNames[]): readonly StoreFault[] {
  if (ref.kind === 'uri') return judgeSpecFor(ref.uri, users).faults;
  const fault = ref.kind === 'open' ? nameFault(ref.name) : null;
  return fault === null ? [] : [fault];
}

/** The external providers of a machine: the schemes that they claim, and where the claim of another one would be. */
export interface Claims {
  has(scheme: string): boolean;
  /** Null: the machine has no folder for claims. Left out: it is not known. */
  placeOf?(scheme: string): string | null;
}

/** No machine is known, or it has none. */
export const UNCLAIMED: Claims = { has: () => false };

/** The scheme on this machine: known, in this version, or claimed by an external provider; else a fault. */
export function schemeFault(uri: StoreUri, claims: Claims): StoreFault | null {
  const { scheme } = uri;
  const shown = withoutCredentials(uri.written);
  const descriptor = descriptorOf(scheme);
  if (descriptor !== null) {
    return descriptor.available ? null : { kind: 'unavailable', shown, scheme, title: descriptor.title };
  }
  if (claims.has(scheme)) return null;
  const nearest = nearestScheme(scheme, Object.keys(providers));
  return { kind: 'unknown-scheme', shown, scheme, nearest, claim: claims.placeOf?.(scheme) ?? null };
}

/** As `judgeSpec`, and for the project in these profiles. */
export function judgeSpecFor(text: string, users: readonly PathNames[]): JudgedSpec {
  const judged = judgeSpec(text);
  if (judged.uri === null || judged.faults.length > 0) return judged;
  return { ...judged, faults: namesFaults(judged.uri, users) };
}

/** What names of projects and profiles make wrong with an address that is sound by itself; each thing once. */
function namesFaults(uri: StoreUri, names: readonly PathNames[]): readonly StoreFault[] {
  if (!hasPathPlaceholders(uri)) return [];
  const problems = new Set(names.flatMap((each) => pathNamesProblem(uri, each) ?? []));
  return [...problems].map((problem) => ({
    kind: 'shape',
    shown: withoutCredentials(uri.written),
    problem,
    item: null,
  }));
}

function uriFaults(uri: StoreUri): readonly StoreFault[] {
  const shown = withoutCredentials(uri.written);
  const advice = otherNameAdvice(uri);
  if (advice !== null) return [{ kind: 'misnamed', shown, scheme: uri.scheme, advice }];
  const descriptor = descriptorOf(uri.scheme);
  const credentials = descriptor?.credentials.map(({ name }) => name) ?? [];
  const holds = credentialIn(uri, descriptor, credentials);
  if (holds !== null) return [{ kind: 'password', shown, holds, credentials }];
  if (descriptor === null) return [];
  const faults = [...partFaults(uri, descriptor, shown), ...optionFaults(uri, descriptor.uri, shown)];
  const problem = faults.length > 0 ? null : (descriptor.uri.refuses?.(uri) ?? pathPlaceholdersProblem(uri));
  return problem === null ? faults : [{ kind: 'shape', shown, problem, item: null, ...pastedPart(uri, shown) }];
}

/** What would enter the plan and must not (semantics 3.3): under `credentials` it has a place. */
function credentialIn(
  uri: StoreUri,
  descriptor: ProviderDescriptor | null,
  credentials: readonly string[],
): 'password' | 'token' | 'credential' | null {
  if (descriptor?.uri.user === 'token' && holdsCredential(uri.written)) return 'token';
  if (uri.userinfo !== null && uri.userinfo.password !== null) return 'password';
  const isCredential = ([option, value]: readonly [string, string]) =>
    value !== '' && credentials.includes(option) && (descriptor === null || optionOf(descriptor.uri, option) === null);
  return holdsCredential(uri.written) || uri.queryPairs.some(isCredential) ? 'credential' : null;
}

function partFaults(uri: StoreUri, { uri: shape }: ProviderDescriptor, shown: string): readonly StoreFault[] {
  const { userinfo, authority, path } = uri;
  const fault = (problem: string, item: string | null): StoreFault[] => [
    { kind: 'shape', shown, problem, item, ...(item !== null && pastedPart(uri, shown)) },
  ];
  const example = shape.example === undefined ? '' : `, as in \`${shape.example}\``;
  if (userinfo !== null && shape.user === 'no') {
    const advice =
      shape.location === 'server' ? 'this provider does not accept one' : 'write `%40` for an `@` in a name';
    return fault(`has a user name; ${advice}`, null);
  }
  if (userinfo?.user === '') return fault('has an empty user name before its `@`', null);
  if (authority !== '' && shape.authority === 'no')
    return fault('has a location; this provider does not accept one', meant(uri, shape));
  if (path !== '' && shape.path === 'no')
    return fault('has a path; this provider does not accept one', meant(uri, shape));
  if (authority === '' && shape.authority === 'required') return fault(`has no location${example}`, null);
  if (path === '' && shape.path === 'required') return fault(`has no path${example}`, null);
  if (shape.location !== 'file' && shape.location !== 'folder' && path !== '' && !path.startsWith('/')) {
    return fault('looks like a Windows path, which this provider does not accept', null);
  }
  return [];
}

/** `shown`: nothing is repeated where a part of the address is hidden. */
function pastedPart(uri: StoreUri, shown: string): { readonly pasted?: string } {
  const pasted = shown === uri.written ? pastedAdvice(uri) : null;
  return pasted === null ? {} : { pasted };
}

function meant(uri: StoreUri, shape: UriShape): string | null {
  if (shape.meantAsItem !== undefined) return shape.meantAsItem(uri);
  const text = shape.authority === 'no' ? uri.authority + uri.path : uri.path;
  return text.replace(/^\//, '') || null;
}

function optionFaults(uri: StoreUri, shape: UriShape, shown: string): readonly StoreFault[] {
  const faults: StoreFault[] = [];
  const seen = new Set<string>();
  for (const [option, value] of uri.queryPairs) {
    const known = optionOf(shape, option);
    if (known === null) {
      const known = Object.keys(shape.query);
      faults.push({ kind: 'option', shown, option, nearest: nearest(option, known), known });
      continue;
    }
    const problem = seen.has(option) && !known.repeats ? 'is given twice' : valueProblem(known, value);
    if (problem !== null) faults.push({ kind: 'option-value', shown, option, problem });
    seen.add(option);
  }
  return faults;
}

/** What is known of an option, or null. */
export function optionOf(shape: UriShape, option: string): QueryOption | null {
  if (Object.hasOwn(shape.query, option)) return shape.query[option] ?? null;
  const dot = option.indexOf('.');
  const family = `${option.slice(0, dot)}.*`;
  return dot > 0 && Object.hasOwn(shape.query, family) ? (shape.query[family] ?? null) : null;
}

function valueProblem(option: QueryOption, value: string): string | null {
  if (value === '') return option.empty === 'refused' ? 'is empty' : null;
  if (option.values !== undefined && !option.values.includes(value)) {
    return `must be ${option.values.map((text) => `\`${text}\``).join(', ')}`;
  }
  return option.refuses?.(value) ?? null;
}
