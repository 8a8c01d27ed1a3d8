/** `tool plan simulate` for people, and what of it programs get. */
import type {
  PassedStore,
  PlanSimulation,
  SimulatedPlan,
  SimulationHead,
  SimulationMatrix,
  ToldSecret,
} from '#schemas/plan-simulation.js';
import { MODE_WORDS, namesWords } from './plan-words.js';
import { cellLines } from './shown-rows.js';
import { escapeForTerminal } from './terminal-text.js';

export function simulationJson({ outcome: whole, secrets, violations, ...head }: SimulatedPlan): PlanSimulation {
  const told = secrets.map(({ name, required, outcome, store }) => ({ name, required, outcome, store }));
  return { ...head, outcome: whole, secrets: told, violations };
}

const VERDICTS = { ok: 'is ok', degraded: 'is degraded', fails: 'fails' } as const;

export function planSimulationText(simulation: SimulatedPlan, width: number): string {
  const { outcome, secrets, violations } = simulation;
  // What is as always is counted where much else is there to be read.
  const isUsual = ({ outcome: one, passed }: ToldSecret) =>
    passed.length === 0 && (one === 'found' || one === 'composed');
  const shown = secrets.length <= ALL_SHOWN ? secrets : secrets.filter((secret) => !isUsual(secret));
  const usual = secrets.length - shown.length;
  return lines([
    `${conditionOf(simulation)}${subjectOf(simulation)} ${VERDICTS[outcome]}`,
    ...cellLines(
      shown.map((secret) => [secret.name, fateOf(secret)]),
      width,
    ),
    ...(usual === 0
      ? []
      : [`  ${usual} other ${usual === 1 ? 'secret is' : 'secrets are'} found where they are read first`]),
    ...violations.map(({ kind, group, secrets: members, present }) => {
      const there = present.length === 0 ? 'none has a value' : `${listed(present)} have values`;
      return escapeForTerminal(`  group ${group}: ${MODE_WORDS[kind]} of ${listed(members)} is required, but ${there}`);
    }),
  ]);
}
const ALL_SHOWN = 40;

export function planMatrixText({ matrix, ...head }: SimulationMatrix, width: number): string {
  const rows = matrix.map(({ store, scope, outcome, failed, degraded }) => [
    storeWords(store),
    scope === null ? head.profile : `scope ${scope}`,
    VERDICTS[outcome],
    [
      ...(failed.length === 0 ? [] : [`failed: ${listed(failed)}`]),
      ...(degraded.length === 0 ? [] : [`found elsewhere: ${listed(degraded)}`]),
    ].join('; '),
  ]);
  if (rows.length === 0) return lines([`${subjectOf(head)} meets no store`]);
  return lines([`${conditionOf(head)}each store of ${subjectOf(head)} down alone`, ...cellLines(rows, width)]);
}

/** `with team down and API_KEY missing: `. */
function conditionOf({ down, missing, caches, mode }: SimulationHead): string {
  const parts = [
    ...(down.length === 0 ? [] : [`${listed(down.map(storeWords))} down`]),
    ...(missing.length === 0 ? [] : [`${listed(missing)} missing`]),
    ...(caches === 'warm' ? ['fresh caches'] : []),
  ];
  const how = mode === 'run' ? '' : `in ${mode === 'check' ? '`check`' : 'a report'}`;
  const given = parts.length === 0 ? '' : `with ${parts.join(' and ')}`;
  const words = [how, given].filter((part) => part !== '').join(', ');
  return words === '' ? '' : `${escapeForTerminal(words)}: `;
}

function subjectOf({ profile, scope }: SimulationHead): string {
  return escapeForTerminal(scope === null ? profile : `scope ${scope} of ${profile}`);
}

function fateOf({ outcome, store, passed, isPending, isRefused, required }: ToldSecret): string {
  const because = passed.length === 0 ? '' : passed.map(failureWords).join(', ');
  const aside = because === '' ? '' : ` (${because})`;
  const would = isPending ? 'would be ' : '';
  switch (outcome) {
    case 'found':
      return `found in ${storeWords(store)}${aside}`;
    case 'default':
      return 'default of the manifest';
    case 'generated':
    case 'prompted':
      return `${would}${outcome}${store === null ? '' : ` and kept in ${storeWords(store)}`}`;
    case 'composed':
      return isPending ? 'would be made of others' : 'made of others';
    case 'omitted':
      return 'left out: it is not required';
    case 'missing':
      return `missing${required ? '' : ', not required'}`;
    case 'failed':
      if (isRefused) return 'failed: its store takes no value';
      return because === '' ? 'failed: what it is made of cannot be stored' : `failed: ${because}`;
  }
}

function failureWords({ store, why }: PassedStore): string {
  switch (why) {
    case 'down':
      return `${storeWords(store)} is down`;
    case 'credentials':
      return `the credentials of ${storeWords(store)} are out of reach`;
    case 'unreadable':
      return `${storeWords(store)} can only be written`;
  }
}

function storeWords(store: string | null): string {
  return store ?? '<your default store>';
}

function listed(names: readonly string[]): string {
  return namesWords({ shown: names.slice(0, NAMES_SHOWN), more: Math.max(0, names.length - NAMES_SHOWN) });
}
const NAMES_SHOWN = 10;

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
}
