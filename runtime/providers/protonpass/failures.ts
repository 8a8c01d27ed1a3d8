/** What `pass-cli` says when it fails (providers-local 21, 25.17; main.rs, common.rs, macros.rs). */
import { cleaned } from '../../values/cleaned.js';
import type { FailureTable } from '../bases/failure-table.js';
import type { StoreFailure } from '../provider.js';

/**
 * Versions before 2.0.3 do not know `--show-secrets`, and sessions of agents may not use it. How they say so differs, so each failure that is
 * not one of the session or the connection may be about it.
 */
export const MAY_BE_OF_AN_OPTION: ReadonlySet<StoreFailure['kind']> = new Set(['failed', 'denied', 'unsupported']);

export function failuresOf(vault: string): FailureTable {
  const named = `\`${cleaned(vault)}\``;
  return {
    message: messageOf,
    rows: [
      {
        says: /requires an authenticated client|session has been invalidated|session is not authenticated/i,
        kind: 'missing-credential',
        detail: '`pass-cli` is not signed in',
        help: 'run `pass-cli login`',
      },
      {
        says: /session is locked|SessionLocked/i,
        kind: 'locked',
        detail: 'the session of `pass-cli` is locked',
        help: 'run `pass-cli session unlock`',
      },
      {
        says: /could not find vault/i,
        kind: 'unsupported',
        detail: `Proton Pass has no vault ${named} in the account that \`pass-cli\` is signed in to`,
        help: 'check the name with `pass-cli vault list` and the account with `pass-cli info`',
        concernsAll: true,
      },
      { says: /no item found|\bNotExists\b/i, kind: 'absent' },
      {
        says: /unrecognized subcommand|unknown subcommand|wasn't expected|unexpected argument|unexpected value/i,
        kind: 'unsupported',
        detail: 'this `pass-cli` does not have a command that is needed here',
        help: 'run `pass-cli update`',
        concernsAll: true,
      },
      { says: /PermissionDenied|InsufficientScope|\bNotAllowed\b|\b403\b|not allowed/i, kind: 'denied', help: RIGHTS },
      { says: /\b429\b|too many requests|rate.?limit/i, kind: 'busy', help: 'try again later' },
      { says: /timed? ?out|\bTimeout\b|deadline/i, kind: 'timeout' },
      {
        says: /\b50[234]\b|dns|failed to lookup|error sending request|connect|network|unreachable|offline/i,
        kind: 'unreachable',
        help: 'check the connection to proton.me, then run `pass-cli info`',
      },
    ],
  };
}

const RIGHTS = 'check the rights in the vault with `pass-cli vault list`';

/** Without log lines before it, and with its causes on one line: `Error: …\n\nCaused by:\n    0: …\n    1: …`. */
function messageOf(errors: string): string {
  const at = errors.search(/^Error: /m);
  const message = at < 0 ? errors : errors.slice(at + 'Error: '.length);
  const [said = '', causes = ''] = message.split(/\n+Caused by:\n/);
  const chain = causes.split('\n').map((line) => line.trim().replace(/^\d+: /, ''));
  return [said.trim(), ...chain.filter((line) => line !== '')].join(': ');
}
