/** What looks like a credential has no default: it would be in version control, readable by everyone. */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import type { Secret } from '../tree/effective.js';
import type { Written } from '../tree/written.js';
import { credentialName } from './credential-names.js';
import type { Warning } from './warning.js';

export const credentialHasNoDefault: Warning = ({ project }, report) => {
  // The default of a profile is one finding, however many secrets it affects.
  const told = new Set<string>();
  for (const secret of project.secrets) {
    if (secret.default === null) continue;
    const reveals = revealed(secret, secret.default);
    const profile = secret.isDefaultOfProfile ? (secret.profiles[0] ?? null) : null;
    if (reveals === null || (profile !== null && told.has(profile))) continue;
    if (profile !== null) told.add(profile);
    report(declarations.W0401({ secret: secret.name, reveals, profile }, { at: secret.default.at }));
  }
};

/** Why the default looks like a credential; null if it does not. An empty text is never a credential. */
function revealed({ name }: Secret, { value }: Written<string>): 'name' | 'user' | null {
  if (value.trim() === '') return null;
  const user = userOf(value);
  if (user !== null && /:./u.test(user)) return 'user';
  switch (credentialName(name)) {
    case 'holds':
      return 'name';
    case 'about':
      return user === null ? null : 'user';
    case 'other':
      return null;
  }
}

/** The part before the `@` of a URL: a user with a password, or a token instead of a user. */
function userOf(value: string): string | null {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#\s]+)@/iu.exec(value.trim())?.[1] ?? null;
}
