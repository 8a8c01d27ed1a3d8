/** Wording that all parts of a shown plan share. Text is not escaped here: whole lines are, when they are printed. */

import { canonicalJson } from '#schemas/canonical.js';
import type { GroupMode } from '#schemas/groups.js';
import { pointerText } from '#schemas/json-pointer.js';
import type { Extraction, RequireReason } from '#schemas/plan.js';
import type { Extent, OutlineAddress, OutlineProfile, OutlineStore, Some } from '#schemas/plan-outline.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';

/** A store that only the user's machine determines is shown in `<` and `>`. */
export function storeWords(store: OutlineStore): string {
  switch (store.kind) {
    case 'alias':
      return store.name;
    case 'uri':
      return withoutCredentials(store.uri);
    case 'open':
      return store.isProvider ? store.name : `<your ${store.name}>`;
    case 'default':
      return '<your default store>';
  }
}

/** `env, then dotenv://.env (written to dotenv://.env)`. */
export function profileStoresWords({ stores, written }: OutlineProfile): string {
  const chain = stores.map(storeWords).join(', then ');
  return written === null ? chain : `${chain} (written to ${storeWords(written)})`;
}

export function addressWords(address: OutlineAddress): string {
  if (address.kind === 'convention') return address.text;
  const words = address.coordinates.map(([name, text]) => `${name} ${text}`).join(', ');
  return address.entry === undefined ? words : `${words} (${address.entry})`;
}

export function extentWords(extent: Extent): string {
  if (extent === 'all') return 'all profiles';
  return 'only' in extent ? profileWords(extent.only) : `all profiles but ${profileWords(extent.except)}`;
}

/** Names of profiles or inputs, as many as fit on a line. */
export function profileWords(profiles: readonly string[]): string {
  const more = profiles.length - PROFILES_SHOWN;
  return namesWords({ shown: profiles.slice(0, PROFILES_SHOWN), more: Math.max(0, more) });
}
const PROFILES_SHOWN = 10;

/** `A, B, and 20 more`. */
export function namesWords({ shown, more }: Some<string>): string {
  return [...shown, ...(more === 0 ? [] : [moreWords(more)])].join(', ');
}

/** What is left out of a list. */
export function moreWords(count: number): string {
  return `and ${count.toLocaleString('en-US')} more`;
}

export const MODE_WORDS: Readonly<Record<GroupMode, string>> = {
  at_least_one: 'at least one',
  exactly_one: 'exactly one',
};

export const REASON_WORDS: ReadonlyMap<RequireReason, string> = new Map<RequireReason, string>([
  [true, 'always required'],
  ['agents', 'required from agents'],
  [false, 'never required'],
]);

const UNITS = [
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** `90000` is `1d1h`: as a manifest would spell it. */
export function durationWords(seconds: number): string {
  let rest = seconds;
  let words = '';
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    if (count > 0) words += `${count}${unit}`;
    rest -= count * length;
  }
  return words;
}

/** `keyword` as it is, anything else as JSON spells it: where a text ends can always be seen. */
export function quotedUnlessPlain(text: string): string {
  return /^[A-Za-z0-9_./:@+-]+$/u.test(text) ? text : JSON.stringify(text);
}

/** `json /a/b`: the part of a document that is taken. */
export function pointerWords({ format, pointer }: Extraction): string {
  const path = pointerText(pointer);
  return path === '' ? format : `${format} ${quotedUnlessPlain(path)}`;
}

/** ` (length 32)`: the options of a generator; nothing where there are none. */
export function optionWords(options: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(options).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? quotedUnlessPlain(value) : canonicalJson(value)}`,
  );
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
