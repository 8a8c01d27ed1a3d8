/** Prompts for missing secrets, one after another, and stores each answer before the next prompt (semantics 6.3). */
import { access } from '#schemas/diagnostics/E09-access.js';
import type { Offered } from '../execute/explaining/storable-secrets.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import type { Session } from '../session/session.js';
import type { SecretValue } from '../values/secret-value.js';
import { writeErr } from './output.js';
import { setOne } from './set-one.js';
import { textWidth } from './text-width.js';
import { allSet, offerText } from './views/offer-text.js';

const STDERR = 2;

/** What is stored stays stored, however it ends. */
export async function offerMissing(
  session: Session,
  { profile, provider }: Resolution,
  secrets: readonly Offered[],
): Promise<void> {
  writeErr(offerText({ profile, provider, secrets }, textWidth(STDERR)));
  let stored = 0;
  for (const [index, { secret, description }] of secrets.entries()) {
    const turn = { number: index + 1, of: secrets.length, description };
    if (await setOne(session, secret, async (ask) => entered(await ask(turn), secret, profile))) stored++;
  }
  writeErr(allSet(stored, secrets.length - stored));
}

/** Null for an empty answer, which skips the secret. */
function entered(value: SecretValue | null, secret: string, profile: string): SecretValue | null {
  // The terminal was closed.
  if (value === null) return fail(access.E0902({ secret }, { about: { profile, secret } }));
  return value.isEmpty ? null : value;
}
