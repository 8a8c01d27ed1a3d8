/** `credential_process` of a profile: a program that prints keys as JSON. It runs without a shell, and within limits. */

import { jsonIn } from '../../values/json.js';
import { endedWith } from '../bases/failure-table.js';
import { objectIn } from '../bases/http-reply.js';
import type { Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { LimitedKeys } from './aws-keys.js';

const SHOWN = 'the program of `credential_process`';
/** What it prints is short. */
const LIMITS = { stdoutBytes: 64 * 1024, stderrBytes: 64 * 1024 };

export async function keysFromProcess(
  command: string,
  ports: ProviderPorts,
  call: Call,
): Promise<LimitedKeys | Failed> {
  const [name = '', ...words] = wordsOf(command);
  const vendor: Vendor = {
    name,
    shown: SHOWN,
    install: 'the profile of AWS names it',
    // Only the user knows what it needs.
    credentials: 'all',
    limits: LIMITS,
    failures: { rows: [{ kind: 'missing-credential', detail: endedWith(SHOWN) }] },
  };
  const done = await new VendorProgram(vendor, ports).output(words, call);
  if (done.kind === 'failed') return done;
  return keysIn(done.stdout) ?? failed('malformed', `${SHOWN} printed no keys of version 1`);
}

/** Words are separated by blanks; quotes keep blanks, and a backslash the next character. */
function wordsOf(command: string): readonly string[] {
  const parts = command.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/gu) ?? [];
  return parts.map((part) =>
    part.replaceAll(
      /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gu,
      (_, double?: string, single?: string, escaped?: string) => {
        return double?.replaceAll(/\\(["\\])/gu, '$1') ?? single ?? escaped ?? '';
      },
    ),
  );
}

function keysIn(stdout: Buffer): LimitedKeys | null {
  const printed = objectIn(jsonIn(stdout));
  const { Version, AccessKeyId, SecretAccessKey, SessionToken = null, Expiration = null } = printed ?? {};
  const isWhole = Version === 1 && typeof AccessKeyId === 'string' && typeof SecretAccessKey === 'string';
  if (!isWhole || !(SessionToken === null || typeof SessionToken === 'string')) return null;
  const expiresAt = typeof Expiration === 'string' ? Date.parse(Expiration) : null;
  if (expiresAt !== null && Number.isNaN(expiresAt)) return null;
  return {
    kind: 'keys',
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken === '' ? null : SessionToken,
    expiresAt,
  };
}
