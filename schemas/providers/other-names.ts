/** Names that people take for a provider's, and what to write instead. */
import { nearest } from '../nearest.js';
import { COORDINATE_NAMES } from '../plan.js';
import type { StoreUri } from '../stores/store-uri.js';

/** Advice for a name that no provider may ever have, or null. */
export function otherNameAdvice(uri: StoreUri): string | null {
  if (uri.scheme.startsWith('1password')) return 'the provider is called `onepassword`: write `onepassword://Vault`';
  if (uri.scheme !== 'op') return null;
  return `a store is \`onepassword://Vault\`; to name one entry of it, write \`ref = ${secretReferenceTable(uri)}\` on the secret`;
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

/** `op://vault/item/field` and `op://vault/item/section/field` as the table that means the same. */
function secretReferenceTable(uri: StoreUri): string {
  const [item = 'Item', ...rest] = uri.path.split('/').filter((part) => part !== '');
  const field = rest.at(-1);
  const section = rest.length > 1 ? rest[0] : undefined;
  const parts = { item, field, vault: uri.authority || 'Vault', section, version: undefined };
  const entries = COORDINATE_NAMES.flatMap((name) => {
    const text = parts[name];
    return text === undefined ? [] : [`${name} = ${JSON.stringify(text)}`];
  });
  return `{ ${entries.join(', ')} }`;
}
