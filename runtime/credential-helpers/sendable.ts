/** Values as the protocols of Git and Docker can carry them. */
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { fail } from '../failure.js';
import type { SecretValue } from '../values/secret-value.js';

/** The text of a value; stops if the protocol would change it. `hasLines`: a line end belongs to the protocol. */
export function sendableText(value: SecretValue, secret: string, to: { program: string; hasLines: boolean }): string {
  const text = value.revealText();
  const has = text === null ? 'bytes that are not UTF-8' : unsendable(text, to.hasLines);
  if (text === null || has !== null)
    return fail(credentialHelpers.E1404({ secret, has: has ?? '', program: to.program }));
  return text;
}

function unsendable(text: string, hasLines: boolean): string | null {
  if (hasLines && /[\r\n]/u.test(text)) return 'a line end';
  return text.includes('\0') ? 'a NUL character' : null;
}

export const GIT = { program: 'Git', hasLines: true } as const;
export const DOCKER = { program: 'Docker', hasLines: false } as const;
