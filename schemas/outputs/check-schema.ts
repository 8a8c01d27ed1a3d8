/** What `tool check --json` prints: the report without values. */
import { GROUP_MODES } from '../groups.js';
import type { PolicyFinding, ResolutionReport, SecretReport, ViolationReport } from '../report.js';
import { described, FLAG, listOf, NAMES, type Schema, TEXT, table, words } from './json-schema.js';

const SECRET = table<SecretReport>(
  {
    name: TEXT,
    status: described(
      '`error`: a store failed, so that it is not known whether there is a value.',
      words('resolved', 'missing_required', 'missing_optional', 'error'),
    ),
    required: FLAG,
    source_provider: described('The store that answered, or that failed.', TEXT),
    error_kind: described('With status `error` only.', { type: 'string', pattern: '^[a-z_]+$' }),
    default_applied: FLAG,
    generated: described('A value would be generated.', FLAG),
    as_path: FLAG,
  },
  ['source_provider', 'error_kind'],
);

const POLICY_FINDING = table<PolicyFinding>({
  policy: described('The file of the rule.', TEXT),
  rule: TEXT,
  key: described(
    'What of the rule the values break.',
    words('type', 'pattern', 'one_of', 'min_length', 'max_length', 'min_entropy_bits', 'not_default'),
  ),
  severity: words('error', 'warning'),
  secrets: NAMES,
  message: TEXT,
});

export const checkSchema: Schema = table<ResolutionReport>(
  {
    schema_version: { const: 1 },
    provider: described('Without credentials; empty if nothing was contacted.', TEXT),
    profile: TEXT,
    scope: described('Left out if no scope is selected.', TEXT),
    secrets: described('Sorted by name.', listOf(SECRET)),
    constraint_violations: described(
      'Left out if every group is satisfied.',
      listOf(table<ViolationReport>({ kind: words(...GROUP_MODES), group: TEXT, secrets: NAMES, present: NAMES }), {
        minItems: 1,
      }),
    ),
    policy_findings: described(
      'Left out if no value breaks a rule of the policies that are named.',
      listOf(POLICY_FINDING, { minItems: 1 }),
    ),
  },
  ['scope', 'constraint_violations', 'policy_findings'],
);
