/** Changes of a document in one file: all in one rewrite under the file's lock. */
import type { At } from '#schemas/addresses/address.js';
import type { Replaced } from '../../files/files.js';
import { SecretValue } from '../../values/secret-value.js';
import type { Call, RemoveAnswer, WriteAnswer, WriteEntry } from '../provider.js';
import { type Failed, failed, failedFile, UNANSWERED } from '../store-failure.js';
import type { ChangeableDocument, Changes, Rekeyed, Values } from './document.js';

/** A change that was made; `before` is the previous content of the document, `refused` what it could not take, by name. */
interface Changed {
  readonly kind: 'changed';
  readonly before: Values;
  readonly refused: ReadonlyMap<string, Failed>;
  /** What was not replaced, because something else is in its place by then. */
  readonly kept: ReadonlySet<string>;
  readonly replaced: Replaced | null;
  readonly rekeyed: Rekeyed | null;
}

const NO_VALUES: Values = new Map();
const NONE_REFUSED: ReadonlyMap<string, Failed> = new Map();
/** Whether a change is not made, because the document has something else by then. */
type IsKept = (name: string, now: string | Failed) => boolean;
const NONE_KEPT: IsKept = () => false;

export async function writeEntries(
  document: ChangeableDocument,
  entries: readonly WriteEntry[],
  call: Call,
): Promise<readonly WriteAnswer[]> {
  const refusals = entries.map(({ at, value }) => document.unusable(at, 'write') ?? unstorable(document, value));
  const changes = new Map<string, string>();
  for (const [index, { at, value }] of entries.entries()) {
    if (refusals[index] === null) changes.set(document.nameOf(at), value.revealText() ?? '');
  }
  const conditional = new Map(
    entries.flatMap((entry, index) =>
      hasCondition(entry) && refusals[index] === null ? [[document.nameOf(entry.at), entry] as const] : [],
    ),
  );
  const isKept: IsKept = (name, now) => {
    const entry = conditional.get(name);
    return entry !== undefined && isKeptBy(entry, now);
  };
  const done = await change(document, changes, isKept, call);
  return entries.map((entry, index) => {
    return refusals[index] ?? (done.kind === 'failed' ? done : written(document, entry, done));
  });
}

export async function removeEntries(
  document: ChangeableDocument,
  entries: readonly At[],
  call: Call,
): Promise<readonly RemoveAnswer[]> {
  const refusals = entries.map((at) => document.unusable(at, 'remove'));
  const names = entries.filter((_, index) => refusals[index] === null).map(document.nameOf);
  const done = await change(document, new Map(names.map((name) => [name, null])), NONE_KEPT, call);
  return entries.map((at, index) => {
    const failure = refusals[index] ?? (done.kind === 'failed' ? done : null);
    if (failure !== null || done.kind === 'failed') return failure ?? UNANSWERED;
    const name = document.nameOf(at);
    return done.refused.get(name) ?? { kind: done.before.has(name) ? 'removed' : 'absent' };
  });
}

/**
 * Makes all changes in one rewrite, but for those in whose place something is kept. Changes without effect
 * leave the file unchanged, or absent, and so does a document that cannot be parsed.
 */
async function change(
  { path, name, files, format, refusesWrite, decode }: ChangeableDocument,
  changes: Changes,
  isKept: IsKept,
  call: Call,
): Promise<Changed | Failed> {
  const { signal } = call;
  let failure: Failed | null = null;
  let before = NO_VALUES;
  let refused = NONE_REFUSED;
  let kept: ReadonlySet<string> = new Set();
  let rekeyed: Rekeyed | null = null;
  const changed = async (current: Uint8Array | null): Promise<Uint8Array | null> => {
    failure = null;
    refused = await refusedBy((key) => refusesWrite(key, current), changes);
    if (refused.size === changes.size) return null;
    const document = await decode(current, call);
    if (document.kind === 'failed') {
      failure = document;
      return null;
    }
    const values = document.stored ?? document.values;
    before = values;
    refused = new Map([...refused, ...(await refusedBy(async (key) => failureIn(values.get(key)), changes))]);
    const held = [...changes.keys()].flatMap((key) => {
      const now = document.values.get(key) ?? before.get(key);
      return now === undefined || refused.has(key) || !isKept(key, now) ? [] : key;
    });
    kept = new Set(held);
    const wanted = [...changes].filter(([key]) => !refused.has(key) && !kept.has(key));
    const bytes = wanted.length === 0 ? null : await document.encode(new Map(wanted), call);
    rekeyed = bytes === null ? null : (format.rekeyed ?? null);
    if (bytes === null || !('failure' in bytes)) return bytes;
    failure = bytes;
    return null;
  };
  try {
    const replaced = changes.size === 0 ? null : await files.update(path, changed, { signal });
    return failure ?? { kind: 'changed', before, refused, kept, replaced, rekeyed };
  } catch (error) {
    const isGivenUp = signal.aborted && error === signal.reason;
    if (isGivenUp) return failed('timeout', `\`${name}\` was not changed, because the call was given up`);
    return failedFile(error, `\`${name}\``);
  }
}

async function refusedBy(
  why: (name: string) => Promise<Failed | null>,
  changes: Changes,
): Promise<ReadonlyMap<string, Failed>> {
  const refused = new Map<string, Failed>();
  for (const name of changes.keys()) {
    const failure = await why(name);
    if (failure !== null) refused.set(name, failure);
  }
  return refused;
}

function hasCondition({ onlyIfAbsent, onlyIfHeld }: WriteEntry): boolean {
  return onlyIfAbsent === true || onlyIfHeld !== undefined;
}

function isKeptBy({ onlyIfAbsent, onlyIfHeld }: WriteEntry, now: string | Failed): boolean {
  if (onlyIfAbsent === true) return true;
  return onlyIfHeld !== undefined && now !== onlyIfHeld.revealText();
}

function failureIn(value: string | Failed | undefined): Failed | null {
  return typeof value === 'object' ? value : null;
}

/** Documents hold text without NUL; anything else needs an encoding. */
function unstorable({ scheme }: ChangeableDocument, value: SecretValue): Failed | null {
  if (value.hasNul) return failed('not-text', `${scheme} cannot hold a value with a NUL character`);
  return value.revealText() === null ? failed('not-text', `${scheme} can hold only UTF-8 text`) : null;
}

function written(
  { format: { notes = [] }, nameOf }: ChangeableDocument,
  { at }: WriteEntry,
  { before, refused, kept, replaced, rekeyed }: Changed,
): WriteAnswer {
  const name = nameOf(at);
  const refusal = refused.get(name);
  if (refusal !== undefined) return refusal;
  const value = kept.has(name) ? before.get(name) : undefined;
  if (typeof value === 'string') return { kind: 'present', value: SecretValue.fromText(value) };
  return {
    kind: 'written',
    ...(replaced !== null && { replaced }),
    ...(notes.length > 0 && { notes }),
    ...(rekeyed !== null && { rekeyed }),
  };
}
