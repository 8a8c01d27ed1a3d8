/** What `tool trust --format json` prints: of one manifest, or with `--list` of all that are approved. */
import { APPROVAL_FORMAT, type Approval, TRUST_FORMAT, type TrustReport } from '../trust-report.js';
import { defined, described, FLAG, HASH, listOf, oneOf, type Schema, TEXT, table } from './json-schema.js';
import { POWERS, STORE_POWER } from './power-schema.js';

const LIST = (description: string) => described(description, listOf(defined('power')));
const MANIFEST = described('The real path.', TEXT);
const $defs = { power: oneOf(...POWERS, STORE_POWER) };

export const trustSchema: Schema = {
  ...table<TrustReport>({
    format: { const: TRUST_FORMAT },
    manifest: MANIFEST,
    required: described('Whether the user configuration requires approvals.', FLAG),
    approved: FLAG,
    hash: described('Of the powers, without what they are for.', HASH),
    powers: LIST('All of them.'),
    added: LIST('Those that the last approval does not have.'),
    removed: LIST('Those that only the last approval has.'),
  }),
  $defs,
};

export const trustListSchema: Schema = {
  ...table<{ format: unknown; approvals: unknown }>({
    format: { const: TRUST_FORMAT },
    approvals: listOf(
      table<Approval>({
        format: { const: APPROVAL_FORMAT },
        manifest: MANIFEST,
        hash: HASH,
        powers: LIST('As they were approved.'),
      }),
    ),
  }),
  $defs,
};
