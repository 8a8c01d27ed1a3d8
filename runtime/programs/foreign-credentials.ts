/**
 * Variables in the environment of a call that a program does not get: it may crash, log or start others, so it holds no credential and no
 * session that it does not need.
 */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';

type Credentials = ProviderDescriptor['credentials'];

/** Variables in which password managers keep their sessions, or what opens one: credentials, too (providers-local 25.22). */
const SESSIONS = {
  bw: /^BW_(?:SESSION|CLIENTSECRET|PASSWORD)$/,
  onepassword: /^OP_(?:SESSION(?:_.*)?|CONNECT_TOKEN)$/,
  protonpass: /^PROTON_PASS_(?:PERSONAL_ACCESS_TOKEN|ENCRYPTION_KEY|TOTP|(?:EXTRA_|SSH_KEY_)?PASSWORD)$/,
} as const;
export type SessionVariables = keyof typeof SESSIONS;

/**
 * What a program owns, by who names it. One that this tool chooses owns what belongs to its own provider, or nothing. One that the user names,
 * in the environment or in a file of their own and not in a manifest, owns everything (`all`): only the user knows what it needs.
 */
export interface Owned {
  readonly credentials?: Credentials | 'all';
  readonly sessions?: SessionVariables;
}

/** Whether a variable holds a credential or a session of another provider. */
export function isForeign({ credentials = [], sessions }: Owned): (name: string) => boolean {
  if (credentials === 'all') return () => false;
  const owned = new Set(variablesOf(credentials));
  const others = new Set(Object.values(providers).flatMap((provider) => variablesOf(provider.credentials)));
  const ofSessions = Object.entries(SESSIONS).flatMap(([store, pattern]) => (store === sessions ? [] : [pattern]));
  return (name) => (others.has(name) && !owned.has(name)) || ofSessions.some((pattern) => pattern.test(name));
}

function variablesOf(credentials: Credentials): readonly string[] {
  return credentials.flatMap(({ environment }) => environment);
}
