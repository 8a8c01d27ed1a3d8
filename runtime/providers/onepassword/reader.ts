/**
 * Reading with the fewest processes (providers-local 25.32): one for a single entry, one template for any number of fields, and otherwise two for
 * each vault, its list and the items by their ids. The latter is also what decides where the former fail, because lists are exact.
 */
import { type Entry, entryKey } from '#schemas/addresses/entry.js';
import { concurrencyIn, eachAtOnce } from '../../each-at-once.js';
import type { Environment } from '../../values/environment.js';
import { SecretValue } from '../../values/secret-value.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { EntryAnswer } from '../bases/entry-store.js';
import { isCalled, itemNamed } from '../bases/named-item.js';
import type { Output } from '../bases/program-end.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { ATTACHED, fieldValue, type OnePasswordItem, mainValue } from './item.js';
import type { Op } from './op.js';
import { referenceOf, InjectTemplate } from './references.js';

type Answers = Map<string, EntryAnswer>;

export class ItemReader {
  readonly #op: Op;
  readonly #atOnce: number;

  constructor(op: Op, environment: Environment) {
    this.#op = op;
    this.#atOnce = concurrencyIn(environment);
  }

  /** One answer per entry, in order. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly EntryAnswer[]> {
    const distinct = [...new Map(entries.map((entry) => [questionOf(entry), entry])).values()];
    const answers: Answers = (await this.#quickly(distinct, call)) ?? (await this.#exactly(distinct, call));
    return entries.map((entry) => answers.get(questionOf(entry)) ?? { kind: 'absent' });
  }

  /** With one process; null if that is not possible, or does not answer all of them for sure. */
  async #quickly(entries: readonly Entry[], call: Call): Promise<Answers | null> {
    const [first] = entries;
    if (first === undefined) return new Map();
    if (entries.length === 1 && isMain(first) && IN_WORDS.test(first.name)) return this.#named(first, call);
    const references = entries.map((entry) => (isMain(entry) ? null : referenceOf(entry)));
    if (!references.every((each) => each !== null)) return null;
    return entries.length === 1
      ? this.#referred(first, references[0] ?? '', call)
      : this.#filledIn(entries, references, call);
  }

  async #named(entry: Entry, call: Call): Promise<Answers | null> {
    const item = await this.#op.item(entry.within ?? '', entry.name, call);
    if (item === 'several') return null;
    if (item === 'absent') return answered(entry, { kind: 'absent' });
    if ('failure' in item) return answered(entry, item);
    return answered(entry, isCalled(item, entry.name, isExact(entry)) ? answerIn(item, entry) : { kind: 'absent' });
  }

  async #referred(entry: Entry, reference: string, call: Call): Promise<Answers | null> {
    const done = await this.#op.read(reference, call);
    if (done === 'several') return null;
    return answered(entry, done === 'absent' ? { kind: 'absent' } : printed(done));
  }

  async #filledIn(entries: readonly Entry[], references: readonly string[], call: Call): Promise<Answers | null> {
    const template = new InjectTemplate(references);
    const done = await this.#op.inject(template.text, call);
    if (done === 'unknown') return null;
    if (done.kind === 'failed') return new Map(entries.map((entry) => [questionOf(entry), done]));
    const text = decodeUtf8(done.stdout);
    const values = text === null ? null : template.valuesIn(text);
    return new Map(
      entries.map((entry, index) => [
        questionOf(entry),
        values === null ? BROKEN_TEMPLATE : foundOrAbsent(values[index] ?? null),
      ]),
    );
  }

  async #exactly(entries: readonly Entry[], call: Call): Promise<Answers> {
    const answers: Answers = new Map();
    let ending: Failed | null = null;
    for (const [vault, inIt] of byVault(entries, (entry) => entry)) {
      const failure: Failed | null = ending ?? (await this.#vault(vault, inIt, answers, call));
      if (failure === null) continue;
      for (const entry of inIt) answers.set(questionOf(entry), failure);
      if (this.#op.concernsAll(failure)) ending = failure;
    }
    return answers;
  }

  /** Null if the answers are there. */
  async #vault(vault: string, entries: readonly Entry[], answers: Answers, call: Call): Promise<Failed | null> {
    const list = await this.#op.list(vault, call);
    if ('failure' in list) return list;
    const ids = new Map<Entry, string>();
    for (const entry of entries) {
      const named = itemNamed(list, entry.name, { isExact: isExact(entry), noun: 'item' });
      if (named.kind === 'item') ids.set(entry, named.item.id);
      else answers.set(questionOf(entry), named);
    }
    if (ids.size === 0) return null;
    const items = await this.#op.items(vault, [...new Set(ids.values())], call);
    if ('failure' in items) return items;
    await eachAtOnce([...ids], this.#atOnce, async ([entry, id]) => {
      const item = items.get(id);
      const answer = item === undefined ? UNLISTED : answerIn(item, entry);
      answers.set(questionOf(entry), answer.kind === 'attached' ? await this.#attachment(entry, call) : answer);
    });
    return null;
  }

  /** The content of a file, which is in no item. */
  async #attachment(entry: Entry, call: Call): Promise<EntryAnswer> {
    const reference = referenceOf(entry);
    const done = reference === null ? UNREFERABLE : await this.#op.read(reference, call);
    return typeof done === 'string' ? UNREFERABLE : printed(done);
  }
}

/** Whether the value of the item itself is meant, which may be in another field than `value`. */
export function isMain({ isFieldUnnamed }: Entry): boolean {
  return isFieldUnnamed === true;
}

/** Also tells whether `value` was named. */
function questionOf(entry: Entry): string {
  return `${isMain(entry)} ${entryKey(entry)}`;
}

/** In the order of the first of each vault. */
export function byVault<Item>(
  items: readonly Item[],
  entryOf: (item: Item) => Entry,
): ReadonlyMap<string, readonly Item[]> {
  const vaults = new Map<string, Item[]>();
  for (const item of items) {
    const vault = entryOf(item).within ?? '';
    vaults.set(vault, [...(vaults.get(vault) ?? []), item]);
  }
  return vaults;
}

/** Keys of secrets may differ by capitals alone. */
export function isExact({ name }: Entry): boolean {
  return name.startsWith('tool/');
}

/** A name that is an argument: not taken for an option, a link to an item, or a part of a message. */
const IN_WORDS = /^[\w/.][\w/. -]*$/;

function answerIn(item: OnePasswordItem, entry: Entry): EntryAnswer | { readonly kind: 'attached' } {
  if (isMain(entry)) return foundOrAbsent(mainValue(item));
  const value = fieldValue(item, { section: entry.section, field: entry.field ?? '' });
  if (value === ATTACHED) return { kind: 'attached' };
  if (value === null) return { kind: 'no field' };
  return typeof value === 'string' ? foundOrAbsent(value) : value;
}

function foundOrAbsent(value: string | null): EntryAnswer {
  return value === null || value === '' ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromText(value) };
}

function printed(done: Output | Failed): EntryAnswer {
  if (done.kind === 'failed') return done;
  return done.stdout.length === 0 ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(done.stdout) };
}

function answered(entry: Entry, answer: EntryAnswer | { readonly kind: 'attached' }): Answers | null {
  return answer.kind === 'attached' ? null : new Map([[questionOf(entry), answer]]);
}

const BROKEN_TEMPLATE = failed(
  'malformed',
  '`op inject` printed something else than the template with its references filled in',
);
const UNLISTED = failed('malformed', '`op` left out an item that it was asked for');
const UNREFERABLE = failed(
  'unsupported',
  'a file of an item can only be read where all names fit into a secret reference',
  'use ids in place of names',
);
