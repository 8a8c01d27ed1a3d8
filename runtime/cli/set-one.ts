/** Stores one value as `set` does (semantics 6.6): where it is going, the value, where it went. Standard output stays empty. Gives whether it was stored. */
import type { AskForValue, ObtainValue } from '../session/operations/set.js';
import type { Session } from '../session/session.js';
import type { SecretValue } from '../values/secret-value.js';
import { say } from './say.js';

export async function setOne(
  session: Session,
  secret: string,
  obtain: (ask: AskForValue) => Promise<SecretValue | null>,
  options: { readonly isForced?: boolean } = {},
): Promise<boolean> {
  const shownAndObtained: ObtainValue = (accepted, ask) => {
    say(`Writing secret '${secret}' to ${accepted.shown} (profile: ${accepted.profile})`);
    say(`  target: ${accepted.target}`);
    return obtain(ask);
  };
  const { profile, kindOfStore, isStored } = await session.set(secret, shownAndObtained, options);
  say(isStored ? `✓ Secret '${secret}' saved to ${kindOfStore} (profile: ${profile})` : `○ Secret '${secret}' skipped`);
  return isStored;
}
