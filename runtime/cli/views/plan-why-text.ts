/** `tool plan why` for people: a block for the profiles that agree, a row for each setting in force. */
import type { Json } from '#schemas/plan.js';
import type { PlanWhy, WhyField, WhyPlace, WhyProfile, WhyStore } from '#schemas/plan-why.js';
import { shortened } from '#schemas/shortened.js';
import { profileWords } from './plan-words.js';
import { cellLines, shownAddressWords, shownStoreWords } from './shown-rows.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

export function planWhyText({ secret, profiles }: PlanWhy, width: number): string {
  const blocks = agreeing(profiles, secret);
  const lines = blocks.flatMap(({ names, answer }, index) => [
    ...(index === 0 ? [] : ['']),
    ...hanging('', escapeForTerminal(`${secret} in ${profileWords(names)}`), width),
    ...cellLines(answer.fields.map(cellsOf), width),
    ...storeLines(answer).flatMap((line) => hanging('  ', escapeForTerminal(line), width)),
  ]);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

interface Block {
  readonly names: string[];
  readonly answer: WhyProfile;
}

/** An address by convention has the name of its profile, which is no difference. */
function agreeing(profiles: readonly WhyProfile[], secret: string): readonly Block[] {
  const blocks = new Map<string, Block>();
  for (const answer of profiles) {
    const { profile, ...shared } = withAnyProfile(answer, secret);
    const key = JSON.stringify(shared);
    const known = blocks.get(key);
    if (known === undefined) blocks.set(key, { names: [profile], answer });
    else blocks.set(key, { names: [...known.names, profile], answer: { profile, ...shared } });
  }
  return [...blocks.values()];
}

function withAnyProfile(answer: WhyProfile, secret: string): WhyProfile {
  const end = `/${answer.profile}/${secret}`;
  const changed = (store: WhyStore): WhyStore => {
    const { at } = store;
    if (typeof at !== 'string' || !at.endsWith(end)) return store;
    return { ...store, at: `${at.slice(0, -end.length)}/{profile}/${secret}` };
  };
  return { ...answer, chain: answer.chain.map(changed), writes: answer.writes && changed(answer.writes) };
}

function cellsOf({ field, value, from, overrides, emptied = [] }: WhyField): readonly string[] {
  const instead = overrides.map(({ value: other, field: key, ...place }) => {
    return `${key === undefined ? '' : `${key} `}${valueWords(other)}, ${placeWords(place)}`;
  });
  const empty = emptied.map((place) => `the list at ${placeWords(place)} is empty`);
  const rest = [...empty, ...(instead.length === 0 ? [] : [`instead of ${instead.join('; ')}`])].join('; ');
  return [
    field,
    field === 'providers' && value === null ? '<your default store>' : valueWords(value),
    from === null ? 'built in' : placeWords(from),
    rest,
  ];
}

const LONGEST_VALUE = 44;

function valueWords(value: Json): string {
  return shortened(JSON.stringify(value), LONGEST_VALUE);
}

function placeWords({ file, line, column }: WhyPlace): string {
  return line === null ? file : `${file}:${line}:${column}`;
}

/** The chain is shown where `set` does not say it all. */
function storeLines({ chain, writes }: WhyProfile): readonly string[] {
  const written = writes === null ? 'read-only: `set` refuses it' : `set writes to ${storeWords(writes)}`;
  const isWhole = chain.length === 1 && writes !== null;
  return chain.length === 0 || isWhole ? [written] : [`read from ${chain.map(storeWords).join(', then ')}`, written];
}

function storeWords(store: WhyStore): string {
  return `${shownStoreWords(store)}: ${shownAddressWords(store.at)}`;
}
