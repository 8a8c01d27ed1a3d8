/** Secrets of a plan at a glance: a row for what each mostly means, and one for what differs elsewhere. */

import { canonicalJson } from '#schemas/canonical.js';
import { inputsOf, isRequiredWithDefault } from '#schemas/meaning.js';
import type { Derivation, Presence, StoredSource, WhenMissing } from '#schemas/plan.js';
import type { Extent, Hop, OutlineChain, OutlineMeaning, OutlineSecret, PlanOutline } from '#schemas/plan-outline.js';
import { commandsOf } from '#schemas/secret-types/index.js';
import { shortened } from '#schemas/shortened.js';
import { templateText } from '#schemas/template-text.js';
import { remainingWords } from './plan-remaining-words.js';
import {
  addressWords,
  durationWords,
  extentWords,
  moreWords,
  optionWords,
  pointerWords,
  profileWords,
  storeWords,
} from './plan-words.js';
import type { Row } from './table.js';

/** Name, where the value comes from, what takes its place when it is missing, and whether it is required. */
export function secretRows({ secrets, profiles }: PlanOutline): readonly Row[] {
  const chains = new Set(profiles.map(({ stores }) => stores.map(storeWords).join('\n')));
  const view = { profiles: profiles.length, isOneChain: chains.size <= 1 };
  return secrets.flatMap((secret) => rowsOf(secret, view));
}

interface View {
  /** How many are shown. */
  readonly profiles: number;
  /** Whether all of them ask the same stores; else the list of profiles shows which. */
  readonly isOneChain: boolean;
}

function rowsOf({ name, isHiddenInput, meanings }: OutlineSecret, view: View): readonly Row[] {
  const [main, ...others] = byReach(meanings, view.profiles);
  if (main === undefined) return [];
  const reach = meanings.reduce((sum, { in: held }) => sum + reachOf(held, view.profiles), 0);
  const usual = cellsOf(main, view);
  const where = reach < view.profiles ? ` in ${extentWords(main.in)}` : '';
  const mark = isHiddenInput ? ' (hidden)' : '';
  return [
    [name, usual[0], usual[1], `${usual[2]}${where}${mark}`],
    ...others.map(
      (other): Row => [`  in ${extentWords(other.in)}`, ...differing(usual, cellsOf(other, view), main, other)],
    ),
  ];
}

type Cells = readonly [string, string, string];

/** What holds in most profiles first; of equals the plan's first. */
function byReach(meanings: readonly OutlineMeaning[], profiles: number): readonly OutlineMeaning[] {
  return [...meanings].sort((left, right) => reachOf(right.in, profiles) - reachOf(left.in, profiles));
}

function reachOf(extent: Extent, profiles: number): number {
  if (extent === 'all') return profiles;
  return 'only' in extent ? extent.only.length : profiles - extent.except.length;
}

function cellsOf(outline: OutlineMeaning, view: View): Cells {
  const inForce = isRequiredWithDefault(outline.meaning) ? '; the default is in force' : '';
  return [fromWords(outline, view), missingWords(outline), `${presenceWords(outline.meaning.presence)}${inForce}`];
}

/** Cells that say the same are left empty; a cell that says nothing where the usual one does says so. */
function differing(usual: Cells, cells: Cells, main: OutlineMeaning, other: OutlineMeaning): Cells {
  const [from = '', missing = '', presence = ''] = cells.map((cell, index) => (cell === usual[index] ? '' : cell));
  const otherwise = missing === '' && usual[1] !== cells[1] ? nothingWords(other) : missing;
  if (`${from}${otherwise}${presence}` !== '')
    return [from, isRequiredWithDefault(other.meaning) ? cells[1] : otherwise, presence];
  const [details, wholeUsual] = [wholeCells(other), wholeCells(main)];
  if (canonicalJson(details) !== canonicalJson(wholeUsual))
    return [details[0] === wholeUsual[0] ? '' : details[0], details[1] === wholeUsual[1] ? '' : details[1], ''];
  return [remainingWords(main, other), '', ''];
}

/** What is used if the usual generator, prompt or default is switched off. */
function nothingWords({ meaning: { source, presence } }: OutlineMeaning): string {
  if (source.kind !== 'stored') return '';
  return presence === 'required' ? 'an error' : 'left out';
}

/** What a row shows in few words: the template, the options of a generator, the whole default. */
function wholeCells({ meaning: { source } }: OutlineMeaning): readonly [string, string] {
  if (source.kind === 'composed') return [`composed as ${JSON.stringify(templateText(source.parts))}`, ''];
  if (source.kind === 'derived') return ['', ''];
  const { whenMissing } = source;
  if (whenMissing.kind === 'default') return ['', JSON.stringify(whenMissing.text)];
  return [
    '',
    whenMissing.kind === 'generate' ? `generated: ${whenMissing.type}${optionWords(whenMissing.options)}` : '',
  ];
}

/** How many members must have a value is shown in the list of groups. */
function presenceWords(presence: Presence): string {
  if (typeof presence === 'string') return presence;
  return `in group ${[...presence.atLeastOne, ...presence.exactlyOne].join(' and ')}`;
}

/** Empty if nothing takes its place: a required secret is then an error, and an optional one is left out. */
function missingWords({ meaning: { source }, chains }: OutlineMeaning): string {
  if (source.kind !== 'stored') return '';
  const { whenMissing } = source;
  const isKept = !chains.shown.every(({ keeps }) => keeps === false);
  switch (whenMissing.kind) {
    case 'nothing':
      return '';
    case 'default':
      return shortened(JSON.stringify(whenMissing.text), LONGEST_DEFAULT);
    case 'generate':
      return `generated (${generatorWords(whenMissing)})${isKept ? '' : ' each time'}`;
    case 'prompt':
      return `prompted for${isKept ? '' : ' each time'}`;
  }
}
/** A default may be a whole document. */
const LONGEST_DEFAULT = 160;

/** What a shell executes is shown, whole. */
function generatorWords({ type, options }: Extract<WhenMissing, { kind: 'generate' }>): string {
  const [command] = commandsOf(type, options);
  return command === undefined ? type : `output of ${command}`;
}

function fromWords(outline: OutlineMeaning, view: View): string {
  const { source, deliver } = outline.meaning;
  const file = deliver === 'path' ? ', as a file' : '';
  switch (source.kind) {
    case 'stored':
      return `${storedWords(source, outline, view)}${file}`;
    case 'composed':
      return `composed of ${profileWords(inputsOf(outline.meaning)) || 'text'}${file}`;
    case 'derived':
      return `${madeWords(source.how)} ${source.from}${file}`;
  }
}

function madeWords(how: Derivation): string {
  return how.kind === 'select' ? `${pointerWords(how.extract)} in` : `${how.type} of`;
}

function storedWords({ route, decode, extract }: StoredSource, outline: OutlineMeaning, view: View): string {
  const chain = route === 'profile' && !view.isOneChain ? profileStores(outline) : chainWords(outline);
  const steps = [...(decode === undefined ? [] : [decode]), ...(extract === undefined ? [] : [pointerWords(extract)])];
  const inputs = inputsOf(outline.meaning);
  return [
    chain,
    ...(steps.length === 0 ? [] : [` (${steps.join(', ')})`]),
    ...(inputs.length === 0 ? [] : [`; with ${profileWords(inputs)}`]),
  ].join('');
}

function chainWords({ chains: { shown } }: OutlineMeaning): string {
  return shown.map(oneChainWords).join('; ');
}

/** The list of profiles shows the stores; this adds the addresses that the list of stores does not show. */
function profileStores({ chains }: OutlineMeaning): string {
  const hops = chains.shown.flatMap((chain) => chain.hops.shown);
  const unusual = hops.filter(({ isUsual }) => !isUsual);
  const [address = '', ...others] = new Set(unusual.map((hop) => addressWords(hop.address)));
  if (unusual.length === 0) return PROFILE_STORES;
  if (others.length === 0 && unusual.length === hops.length) return `${PROFILE_STORES}: ${address}`;
  return `${PROFILE_STORES}; ${[...new Set(unusual.map(hopWords))].join('; ')}`;
}
const PROFILE_STORES = "profile's stores";

function oneChainWords({ hops, through, cache }: OutlineChain): string {
  const stores = hops.shown.map(hopWords);
  const chain = [...stores, ...(hops.more === 0 ? [] : [moreWords(hops.more)])].join(', then ');
  if (cache === null) return chain;
  return `${through}: ${chain}, cached ${durationWords(cache.maxAgeSeconds)} in ${storeWords(cache.store)}`;
}

/** The address where it is not the usual one, which the list of stores shows. */
function hopWords({ store, address, isUsual }: Hop): string {
  return isUsual ? storeWords(store) : `${storeWords(store)}: ${addressWords(address)}`;
}
