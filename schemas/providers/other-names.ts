/** Names that people take for a provider's, and what to write instead. */
import { nearest } from '../nearest.js';
import { coordinatesText, pastedReference } from '../addresses/pasted-reference.js';
import type { StoreUri } from '../addresses/store-uri.js';

/** Advice for a name that no provider may ever have, or null. */
export function otherNameAdvice(uri: StoreUri): string | null {
  if (uri.scheme.startsWith('1password'))
    return `the provider is called \`onepassword\`: ${pastedAdvice(uri) ?? 'write `onepassword://Vault`'}`;
  if (uri.scheme === 'op')
    return (
      pastedAdvice(uri) ??
      'a store is `onepassword://Vault`; to name one entry of it, write `ref = { item = "Item", vault = "Vault" }` on the secret'
    );
  return uri.scheme === 'dl' ? pastedAdvice(uri) : null;
}

/** What to write instead of a reference that a password manager copies; null for another address. */
export function pastedAdvice({ written }: Pick<StoreUri, 'written'>): string | null {
  const pasted = pastedReference(written);
  if (pasted === null) return null;
  const store = pasted.store === null ? 'name the store without it' : `a store is \`${pasted.store}\``;
  return `${store}; to name one entry of it, write \`ref = ${coordinatesText(pasted.ref)}\` on the secret`;
}

/** The scheme that was meant, or null: a former name, the name of a program, or a slip of the hand. */
export function nearestScheme(scheme: string, schemes: readonly string[]): string | null {
  const other = OTHER_NAMES.find(([name]) => name === scheme);
  return other?.[1] ?? nearest(scheme, schemes);
}

/** The store that someone means who names its file: `.env`, `config/prod.env`, `.env.local`; null for another name. */
export function storeOfPath(name: string): string | null {
  const file = name.split('/').at(-1) ?? '';
  return /^\.env(?:[.-][\w.-]+)?$|^[\w.-]+\.env$/u.test(file) && !/[\s?#%{}]/u.test(name) ? `dotenv://${name}` : null;
}

const OTHER_NAMES = [
  ['azappconfig', 'aac'],
  ['bitwarden', 'bw'],
  ['flyctl', 'fly'],
  ['k8s', 'k8s+secret'],
  ['kubernetes', 'k8s+secret'],
  ['keychain', 'keyring'],
] as const;
