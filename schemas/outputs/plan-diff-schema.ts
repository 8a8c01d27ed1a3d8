/** What `tool plan diff --format json` prints: of one manifest, or with `--all` of several. */
import { CHANGE_SEVERITIES, CHANGES, type Change, type PlanDifference } from '../plan-change.js';
import type { PlacedChange } from '../plan-review.js';
import type {
  CommandPower,
  ExternalPower,
  FilePower,
  HostPower,
  ProgramPower,
  ReceivedCredential,
  ValueOrigin,
  VariablePart,
  VariablePower,
} from '../powers/power.js';
import {
  defined,
  described,
  FLAG,
  HASH,
  listOf,
  NAMES,
  oneOf,
  type Schema,
  TEXT,
  TEXT_OR_NONE,
  table,
  words,
} from './json-schema.js';

const ORIGIN: Readonly<Record<keyof ValueOrigin, Schema>> = {
  stores: described('null: the default store of each user.', listOf(TEXT_OR_NONE)),
  text: described('A default or a template.', TEXT_OR_NONE),
  select: described('What is taken out of the value.', TEXT),
};

const POWER = oneOf(
  table<HostPower>({
    kind: { const: 'host' },
    host: TEXT,
    tls: FLAG,
    receives: listOf(table<ReceivedCredential>({ credential: TEXT, from: TEXT })),
    values: described('Secrets are written or cached there.', FLAG),
    stores: NAMES,
  }),
  table<ProgramPower>({ kind: { const: 'program' }, program: TEXT, stores: NAMES }),
  table<ExternalPower>({ kind: { const: 'external' }, scheme: TEXT, stores: NAMES }),
  table<CommandPower>({ kind: { const: 'command' }, command: TEXT, secrets: NAMES }),
  table<FilePower>({ kind: { const: 'file' }, path: TEXT, access: words('read', 'write') }),
  table<VariablePower>({
    kind: { const: 'variable' },
    name: TEXT,
    from: table<VariablePower['from']>(
      { ...ORIGIN, parts: listOf(table<VariablePart>({ secret: TEXT, ...ORIGIN }, ['select'])) },
      ['select', 'parts'],
    ),
  }),
);

const SIDE = (when: string) => described(`What it was or is; left out if it did not exist ${when}.`, {});

const CHANGE = table<Change & Pick<PlacedChange, 'at'>>(
  {
    kind: words(...Object.keys(CHANGES)),
    severity: words(...CHANGE_SEVERITIES),
    profiles: described('`all`: exactly the profiles that both plans have.', oneOf({ const: 'all' }, NAMES)),
    secret: TEXT,
    scope: TEXT,
    group: TEXT,
    store: described('An alias, the name of a provider, or a URI without credentials.', TEXT),
    from: SIDE('before'),
    to: SIDE('any more'),
    power: described('Of `power-gained` and `power-lost`: what this machine will do, or did.', defined('power')),
    secrets: described('The secrets that a power is for.', NAMES),
    default: described('Of a requirement that changed: the default that is in force before and after.', TEXT),
    at: described(
      'The line that says it; null if no manifest is at hand.',
      oneOf(table<NonNullable<PlacedChange['at']>>({ file: TEXT, line: { type: ['integer', 'null'], minimum: 1 } }), {
        type: 'null',
      }),
    ),
  },
  ['secret', 'scope', 'group', 'store', 'from', 'to', 'power', 'secrets', 'default'],
);

const DIFFERENCE: Readonly<Record<keyof PlanDifference, Schema>> = {
  old: HASH,
  new: HASH,
  changes: described('Dangers first, then by kind and name.', listOf(defined('change'))),
};

export const planDiffSchema: Schema = {
  ...oneOf(
    table<PlanDifference>(DIFFERENCE),
    described(
      'With `--all`: the manifests that changed.',
      table<{ manifests: unknown }>({
        manifests: listOf(table<PlanDifference & { manifest: string }>({ manifest: TEXT, ...DIFFERENCE })),
      }),
    ),
  ),
  $defs: { change: CHANGE, power: POWER },
};
