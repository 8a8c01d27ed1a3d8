/**
 * Linked plans as text. A plan of a thousand secrets says the same of most of them, so that what the reads have in common
 * is written once and their names are in a list: a quarter of the plain JSON, and of the time to read it.
 */
import type { At } from '#schemas/addresses/address.js';
import type { LinkedPlan, Reading, ReadStep } from '../link/linked-plan.js';

/** `reads` taken apart: read `i` is `forms[formOf[i]]` with its name and description put in. */
interface LinkedText extends Omit<LinkedPlan, 'reads'> {
  readonly forms: readonly ReadStep[];
  readonly formOf: readonly number[];
  readonly secrets: readonly string[];
  readonly descriptions: readonly string[];
}

/** In a form, in the place of the secret's own name; no name is empty. */
const OWN_NAME = '';

export function linkedToText({ reads, ...rest }: LinkedPlan): string {
  const forms = new Map<string, number>();
  const formOf = reads.map((step) => {
    const form = JSON.stringify(formed(step));
    const index = forms.get(form) ?? forms.size;
    forms.set(form, index);
    return index;
  });
  const text: Omit<LinkedText, 'forms'> = {
    ...rest,
    formOf,
    secrets: reads.map(({ secret }) => secret),
    descriptions: reads.map(({ description }) => description),
  };
  return `{"forms":[${[...forms.keys()].join(',')}],${JSON.stringify(text).slice(1)}`;
}

/** What `linkedToText` gave. Throws on any other text. */
export function linkedFromText(text: string): LinkedPlan {
  const { forms, formOf, secrets, descriptions, ...rest }: LinkedText = JSON.parse(text);
  const fills = forms.map(fillerOf);
  const reads: ReadStep[] = [];
  for (let index = 0; index < secrets.length; index++) {
    const fill = fills[formOf[index] ?? -1];
    const secret = secrets[index];
    const description = descriptions[index];
    if (fill === undefined || secret === undefined || description === undefined) throw new Error('a read is not whole');
    reads.push(fill(secret, description));
  }
  return { ...rest, reads };
}

/** The step without what is its own. */
function formed(step: ReadStep): ReadStep {
  const { secret, from, cache, bypassedCache } = step;
  const emptied = (reading: Reading) => renamed(reading, secret, OWN_NAME);
  return {
    ...step,
    secret: OWN_NAME,
    description: '',
    from: from.map(emptied),
    cache: cache && { ...cache, ...emptied(cache) },
    bypassedCache: bypassedCache && emptied(bypassedCache),
  };
}

/** What every step has; those that have nothing else are filled without a spread. */
const USUAL: readonly string[] = [
  'secret',
  'description',
  'visible',
  'nameable',
  'required',
  'deliver',
  'from',
  'cache',
  'bypassedCache',
  'whenMissing',
] satisfies readonly (keyof ReadStep)[];

/** Puts name and description into a form. Spelled out, because it is done once per secret and a spread costs many times as much. */
function fillerOf(form: ReadStep): (secret: string, description: string) => ReadStep {
  const { visible, nameable, required, deliver, cache, bypassedCache, whenMissing } = form;
  const isUsual = Object.keys(form).every((key) => USUAL.includes(key));
  return (secret, description) => {
    const from: Reading[] = [];
    for (let link = 0; link < form.from.length; link++)
      from.push(renamed(form.from[link] as Reading, OWN_NAME, secret));
    const step = {
      secret,
      description,
      visible,
      nameable,
      required,
      deliver,
      from,
      cache: cache && { ...cache, ...renamed(cache, OWN_NAME, secret) },
      bypassedCache: bypassedCache && renamed(bypassedCache, OWN_NAME, secret),
      whenMissing,
    };
    return isUsual ? step : { ...form, ...step };
  };
}

/** An entry by convention is named like its secret; any other stays as it is. */
function renamed(reading: Reading, before: string, after: string): Reading {
  const { store, at } = reading;
  if (at.kind !== 'convention' || at.key !== before) return reading;
  const { project, profile } = at;
  const moved: At = { kind: 'convention', project, profile, key: after };
  return { store, at: moved };
}
