/** `credential_process` of a profile: a program that prints keys as JSON. It runs without a shell, and within limits. */

import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, quoted } from '../store-failure.js';
import type { LimitedKeys } from './aws-keys.js';

/** Long enough for a person to sign in in a browser. */
const LIMITS = { deadlineMs: 120_000, stdoutBytes: 64 * 1024, stderrBytes: 64 * 1024 };

export async function keysFromProcess(
  command: string,
  { programs, environment }: ProviderPorts,
  { signal }: Call,
): Promise<LimitedKeys | Failed> {
  const [program = '', ...words] = wordsOf(command);
  // What a relative path means would depend on the working folder.
  const isPlain = program.startsWith('/') || !program.includes('/');
  const found = isPlain ? await programs.find(program, environment) : ({ kind: 'not found' } as const);
  if (found.kind !== 'found')
    return failed('missing-program', `the program of \`credential_process\` is ${found.kind}`);
  // Not the working folder: it may be a checkout, whose files must not configure a program.
  const run = { path: found.path, words, environment, folder: '/', limits: LIMITS, signal };
  const outcome = await programs.run(run);
  if (outcome.kind === 'too late') return failed('timeout', 'the program of `credential_process` did not end in time');
  if (outcome.kind === 'given up') return failed('timeout', 'the program of `credential_process` was ended');
  if (outcome.kind !== 'ended') return failed('failed', 'the program of `credential_process` did not end by itself');
  if (outcome.status !== 0) {
    // Its errors hold no keys: those are printed on standard output, which is not quoted.
    const said = quoted(outcome.stderr.toString('utf8'));
    const detail = `the program of \`credential_process\` ended with status ${outcome.status}`;
    return failed('missing-credential', said === '' ? detail : `${detail}: ${said}`);
  }
  return (
    keysIn(outcome.stdout) ?? failed('malformed', 'the program of `credential_process` printed no keys of version 1')
  );
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
