/** What `tool plan diff --format json` prints: of one manifest, or with `--all` of several. */
import { CHANGE_SEVERITIES, CHANGES, type Change, type PlanDifference } from '../plan-change.js';
import type { PlacedChange } from '../plan-review.js';
import { defined, described, HASH, listOf, NAMES, oneOf, type Schema, TEXT, table, words } from './json-schema.js';
import { POWERS } from './power-schema.js';

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
  $defs: { change: CHANGE, power: oneOf(...POWERS) },
};
