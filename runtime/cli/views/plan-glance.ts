/** A plan at a glance: a row for each secret, then groups, scopes and stores. `--verbose` shows the rest (`plan-text.ts`). */
import type {
  Contact,
  FinishOrder,
  OutlineGroup,
  OutlineProfile,
  OutlineScope,
  PlanOutline,
  Some,
} from '#schemas/plan-outline.js';
import type { Paint } from './paint.js';
import { secretRows } from './plan-rows.js';
import {
  addressWords,
  extentWords,
  MODE_WORDS,
  namesWords,
  profileStoresWords,
  REASON_WORDS,
  storeWords,
} from './plan-words.js';
import { type Row, table } from './table.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging, padded, widthOf } from './wrap.js';

export interface GlanceLayout {
  readonly width: number;
  readonly paint: Paint;
}

type Lines = readonly string[];
/** The start of a line, and the text that is wrapped next to it. */
type LabelledText = readonly [string, string];

/** `hash` is that of the whole plan, however narrow the outline is. */
export function planGlance(outline: PlanOutline, hash: string, { width, paint }: GlanceLayout): string {
  const { profiles, orders, groups, scopes, contacts } = outline;
  const section = (title: string, entries: readonly LabelledText[]): Lines =>
    entries.length === 0 ? [] : ['', paint('strong', title), ...listed(entries, width)];
  const [headings = '', ...rows] = table(HEADINGS, secretRows(outline).map(safeRow), width);
  return [
    ...headLines(outline, hash, width),
    ...section('Profiles', profiles.map(profileEntry)),
    ...(rows.length === 0 ? [] : ['', paint('strong', headings), ...rows]),
    ...orderLines(orders, { width, paint }),
    ...section(
      'Groups',
      groups.map((group) => groupEntry(group, profiles.length)),
    ),
    ...section('Scopes', scopes.map(scopeEntry)),
    ...section('Stores that may be contacted', contacts.map(contactEntry)),
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

const HEADINGS: Row = ['Secrets', 'From', 'If missing', 'Required'];

function safeRow([name, ...cells]: Row): Row {
  return [escapeForTerminal(name), ...cells.map(escapeForTerminal)];
}

function headLines({ project, requireReason }: PlanOutline, hash: string, width: number): Lines {
  const reason = `(reason ${REASON_WORDS.get(requireReason)})`;
  return [...hanging('project  ', `${escapeForTerminal(project)} ${reason}`, width), `hash     ${hash}`];
}

/** Entries below each other, their texts in one column unless a name is too long for that. */
function listed(entries: readonly LabelledText[], width: number): Lines {
  const safe = entries.map(([name, text]) => [escapeForTerminal(name), escapeForTerminal(text)] as const);
  const most = Math.floor(width * 0.4);
  const column = Math.max(0, ...safe.map(([name]) => widthOf(name)).filter((columns) => columns <= most));
  return safe.flatMap(([name, text]) =>
    widthOf(name) <= column
      ? hanging(`  ${padded(name, column)}  `, text, width)
      : [`  ${name}`, ...hanging(' '.repeat(column + 4), text, width)],
  );
}

function profileEntry(profile: OutlineProfile): LabelledText {
  return [profile.name, profileStoresWords(profile)];
}

function orderLines({ shown, more }: Some<FinishOrder>, { width, paint }: GlanceLayout): Lines {
  const lines = shown.flatMap(({ profile, steps }) => {
    if (steps.length < 2) return [];
    const names = steps.slice(0, NAMES_SHOWN).map(({ secret }) => secret);
    const title = `Composed in this order${profile === null ? '' : ` in ${escapeForTerminal(profile)}`}`;
    const text = namesWords({ shown: names, more: steps.length - names.length });
    return ['', paint('strong', title), ...hanging('  ', escapeForTerminal(text), width)];
  });
  return more === 0 ? lines : [...lines, '', `${count(more)} more profiles have their own order`];
}
const NAMES_SHOWN = 40;

function groupEntry({ name, mode, members, in: held }: OutlineGroup, profiles: number): LabelledText {
  return [
    name,
    `${MODE_WORDS[mode]} of ${namesWords(members)}${held === 'all' || profiles === 1 ? '' : ` (in ${extentWords(held)})`}`,
  ];
}

function scopeEntry({ name, shows, uses, hides }: OutlineScope): LabelledText {
  const hidden = sizeOf(hides);
  const [isShowing, isUsing] = [shows.shown.length > 0, uses.shown.length > 0];
  const words = [
    isShowing || !isUsing ? `shows ${isShowing ? namesWords(shows) : 'nothing'}` : null,
    isUsing ? `${isShowing ? 'also ' : ''}receives ${namesWords(uses)}` : null,
    hidden === 0 ? null : `hides ${count(hidden)}${isShowing ? (hidden === 1 ? ' other' : ' others') : ''}`,
  ];
  return [name, present(words).join('; ')];
}

/** Names are counted: the rows above say which. */
function contactEntry({ store, uri, entries, ...purposes }: Contact): LabelledText {
  const { reads, writesGenerated, writesEntered, caches, credentials } = purposes;
  const shown = storeWords(store);
  const counts = [
    counted('reads', reads),
    writtenWords(writesGenerated, writesEntered),
    counted('caches', caches),
    credentials.shown.length === 0
      ? null
      : `holds credentials of ${namesWords({ ...credentials, shown: signedIn(credentials) })}`,
  ];
  const words = [present(counts).join(', '), entriesWords({ entries, reads, caches })];
  return [uri === null || uri === shown ? shown : `${shown} = ${uri}`, present(words).join('; ')];
}

function present(words: readonly (string | null)[]): readonly string[] {
  return words.filter((word) => word !== null);
}

function signedIn({ shown }: Contact['credentials']): Lines {
  return [...new Set(shown.map(({ of }) => of))];
}

function counted(verb: string, names: Some<string>): string | null {
  return names.shown.length === 0 ? null : `${verb} ${count(sizeOf(names))}`;
}

function writtenWords(generated: Some<string>, entered: Some<string>): string | null {
  const [made, typed] = [sizeOf(generated), sizeOf(entered)];
  const why = [...(made === 0 ? [] : ['generated']), ...(typed === 0 ? [] : ['prompted for'])];
  return why.length === 0 ? null : `writes ${count(made + typed)} (${why.join(' or ')})`;
}

function sizeOf({ shown, more }: Some<unknown>): number {
  return shown.length + more;
}

/** Left out if every secret is stored under its own name. */
function entriesWords({ entries, reads, caches }: Pick<Contact, 'entries' | 'reads' | 'caches'>): string | null {
  const words = addressWords(entries);
  return words === '{key}' || reads.shown.length + caches.shown.length === 0 ? null : `at ${words}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
