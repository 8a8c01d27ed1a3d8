/** Wording for secrets without a value: where each was looked for, and what supplies it. */
import type { Detail } from './diagnostic.js';
import { HIDDEN_INPUT } from './list-names.js';

export interface MissingSecret {
  readonly secret: string;
  readonly description: string;
  /** For a stored secret, a clause for each store of its chain, in order: `not in .env`. */
  readonly searched: readonly string[];
  /** For a composed or derived secret, the stored secrets that it lacks; null for those that the scope hides. */
  readonly lacks: readonly (string | null)[];
  readonly supply: Supply;
  /** A variable of its name is set, and is not read; left out: none is. */
  readonly variable?: UnreadVariable;
}

/** How a value gets to where it is looked for. */
export type Supply =
  | { readonly kind: 'set' }
  /** An instruction: `set the variable TOKEN in the environment of tool`. */
  | { readonly kind: 'otherwise'; readonly how: string }
  /** By supplying what it is made of. */
  | { readonly kind: 'inputs' };

/** Why a variable is not read, and how it would be. */
export type UnreadVariable =
  /** No store of the chain reads variables: `env` before these would. */
  | { readonly kind: 'chain'; readonly stores: readonly string[] }
  /** The same of a chain that can only be replaced as a whole, for one call. */
  | { readonly kind: 'replaceable chain' }
  /** The same, and `env` would read a variable of another name. */
  | { readonly kind: 'chain by coordinates' }
  /** The secret is made of others. */
  | { readonly kind: 'made' };

/** More are not explained one by one, nor given a command each: the message names them. */
const MOST_EXPLAINED = 5;
/** The most commands shown for a group, where any one of them is enough. */
const MOST_COMMANDS = 20;

/** One part for each secret: its description, and where it was looked for. Of many, those of which the same is known are one part. */
export function missingDetails(missing: readonly MissingSecret[]): readonly Detail[] {
  return missing.length > MOST_EXPLAINED ? groupsOf(missing) : missing.map(detailOf);
}

function detailOf(one: MissingSecret): Detail {
  const { secret, description } = one;
  return { text: description === '' ? secret : `${secret} - ${description}`, lines: linesOf(one) };
}

function linesOf({ secret, searched, lacks, supply, variable }: MissingSecret): readonly string[] {
  const lines = lacks.length > 0 ? [`needs ${namesOf(lacks)}, which ${lacks.length === 1 ? 'is' : 'are'} missing`] : [];
  if (searched.length > 0) lines.push(searched.join('; '));
  if (supply.kind === 'otherwise') lines.push(`to supply it, ${supply.how}`);
  if (variable !== undefined) lines.push(`the variable \`${secret}\` is set, but ${whyUnread(variable)}`);
  return lines;
}

/** With `…` in place of the name of each. The message has the names. */
function groupsOf(missing: readonly MissingSecret[]): readonly Detail[] {
  const groups = new Map<string, MissingSecret[]>();
  for (const one of missing) {
    const isMade = one.lacks.length > 0;
    const text = isMade ? 'made of secrets that are missing' : linesOf(one).join('; ').replaceAll(one.secret, '…');
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [one]);
    else group.push(one);
  }
  return [...groups].map(([text, [first, ...others]]) => {
    if (first !== undefined && others.length === 0) return detailOf(first);
    const count = others.length + 1;
    const whose = count === missing.length ? 'all of them' : `${count.toLocaleString('en-US')} of them`;
    return { text: `${whose}: ${text}`, lines: [] };
  });
}

function whyUnread({ kind }: UnreadVariable): string {
  return kind === 'made'
    ? 'a secret that is made of others is not read from anywhere'
    : 'no store of the chain reads variables';
}

/** What to do about missing secrets; null where nothing is known. */
export function missingAdvice(
  missing: readonly MissingSecret[],
  profile: string,
  howMany: 'all' | 'one' = 'all',
): string | null {
  const advice = [setAdvice(missing, profile, howMany), variableAdvice(missing)].filter((text) => text !== null);
  return advice.length === 0 ? null : advice.join('\n\n');
}

/** How the variables that are set would be read, shown for the first of them. */
function variableAdvice(missing: readonly MissingSecret[]): string | null {
  const unread = missing.flatMap(({ variable }) => variable ?? []);
  const what = unread.length === 1 ? 'the variable' : 'variables';
  for (const variable of unread) {
    if (variable.kind !== 'chain') continue;
    const chain = ['env', ...variable.stores].map((store) => JSON.stringify(store)).join(', ');
    return `to use ${what}, put \`env\` first in \`providers\`\n\n    providers = [${chain}]`;
  }
  return unread.some(({ kind }) => kind === 'replaceable chain')
    ? `\`--provider env\` reads all secrets from variables`
    : null;
}

/** The commands that store the values; null where none of them can be stored with `tool set`. */
function setAdvice(missing: readonly MissingSecret[], profile: string, howMany: 'all' | 'one'): string | null {
  const names = missing.flatMap(({ secret, supply }) => (supply.kind === 'set' ? [secret] : []));
  if (names.length > MOST_EXPLAINED && howMany === 'all')
    return `enter the values one after another with\n\n    tool check --profile ${shellWord(profile)}`;
  if (names.length === 0) return isHidden(missing) ? '`tool check` without a scope shows what is missing' : null;
  const shown = names.slice(0, MOST_COMMANDS).map((name) => `    tool set ${name} --profile ${shellWord(profile)}`);
  const rest = names.length - shown.length;
  const more = rest === 0 ? [] : [`    … and ${rest.toLocaleString('en-US')} more`];
  const what = names.length === 1 ? 'the value' : howMany === 'one' ? 'one of the values' : 'the values';
  return [`store ${what} with`, '', ...shown, ...more].join('\n');
}

function isHidden(missing: readonly MissingSecret[]): boolean {
  return missing.some(({ lacks }) => lacks.includes(null));
}

function namesOf(names: readonly (string | null)[]): string {
  const shown = [...new Set(names)].map((name) => name ?? HIDDEN_INPUT);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** As a shell reads it: in quotes where it is not plain. */
export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
