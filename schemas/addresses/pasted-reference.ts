/** What people copy from a password manager, as the table of coordinates that means the same (spec 2.9). */
import { COORDINATE_NAMES, type Coordinates } from '../plan.js';

export interface PastedReference {
  /** The store that the reference is of; null: only the manifest knows which it is. */
  readonly store: string | null;
  readonly ref: Coordinates;
}

/** Null for a text that has none of these forms. */
export function pastedReference(text: string): PastedReference | null {
  for (const form of FORMS) {
    const found = form(text);
    if (found !== null) return found;
  }
  return null;
}

/** `{ item = "Shop", field = "password", vault = "Team" }`. */
export function coordinatesText(ref: Coordinates): string {
  const members = COORDINATE_NAMES.flatMap((name) => {
    const text = ref[name];
    return text === undefined ? [] : [`${name} = ${JSON.stringify(text)}`];
  });
  return `{ ${members.join(', ')} }`;
}

type Form = (text: string) => PastedReference | null;

/** `op://Team/Shop/Production/api key`, `op://Team/Shop/one-time password?attribute=otp`; also where the scheme of the store was written. */
const ofOnepassword: Form = (text) => {
  const found = /^(op|1password|onepassword(?:\+token)?):\/\/(?:([^/@?:]*)@)?([^/?@]+)\/([^?]+)(.*)$/su.exec(text);
  if (found === null) return null;
  const [, scheme = '', account, vault = '', path = '', query = ''] = found;
  const [item = '', ...rest] = path.split('/').map(decoded);
  const field = rest.pop();
  const section = rest[0];
  const attribute = /^\?(?:attr(?:ibute)?|ssh-format)=[\w-]+$/.test(query) ? query : '';
  const store = scheme.endsWith('+token') ? scheme : 'onepassword';
  return {
    store: `${store}://${account === undefined || store !== 'onepassword' ? '' : `${account}@`}${vault}`,
    ref: {
      item: item || '…',
      vault: decoded(vault),
      ...(section && { section }),
      ...(field && { field: `${field}${attribute}` }),
    },
  };
};

/** The private link of an item of 1Password: `https://start.1password.com/open/i?a=…&v=VAULT&i=ITEM&h=…`. */
const ofOnepasswordLink: Form = (text) => {
  const query = /^https:\/\/start\.1password\.(?:com|eu|ca)\/open\/i\?(.+)$/.exec(text)?.[1] ?? '';
  const [item, vault] = ['i', 'v'].map((name) => new RegExp(`(?:^|&)${name}=(\\w+)`).exec(query)?.[1]);
  return item && vault ? { store: `onepassword://${vault}`, ref: { item, vault } } : null;
};

/** Keeper's notation: `keeper://UID/field/password`, `UID/custom_field/PIN`, with what it selects of a value. A backslash escapes. */
const ofKeeper: Form = (text) => {
  const isMarked = text.startsWith('keeper://');
  const parts = (isMarked ? text.slice('keeper://'.length) : text).match(/(?:\\.|[^/\\])+/gsu) ?? [];
  const [record = '', kind = '', name = ''] = parts;
  const isNotation =
    /^(?:field|custom_field|file|title|type|notes)$/.test(kind) && (isMarked || /^[\w-]{22}$/.test(record));
  if (!isNotation || parts.length > 3) return null;
  // The title, the type and the notes are no fields: the name of one is refused later, where the password would be a wrong value.
  const field = name === '' ? kind.replace(/^(?:custom_)?field$|^file$/, '') : plain(SELECTED.exec(name)?.[0] ?? '');
  return { store: null, ref: { item: plain(record), ...(field && { field }) } };
};

/** The name of a field, before what selects a part of its value: `phone[0][number]`. */
const SELECTED = /^(?:\\.|[^[\\])+/su;

/** What Proton Pass copies: `pass://SHARE_ID/ITEM_ID/FIELD`, whose ids tell it from an entry of the store `pass`. */
const ofProtonPass: Form = (text) => {
  const isIt = /^pass:\/\/[\w-]{40,}={0,2}\/[\w-]{40,}={0,2}(?:\/|$)/.test(text);
  return isIt ? { store: 'protonpass://VAULT', ref: { item: 'TITLE OF THE ITEM' } } : null;
};

/** The path of a command of Dashlane: `dl://ID/password`. */
const ofDashlane: Form = (text) => {
  const [, item = '', field] = /^dl:\/\/([^/?]+)(?:\/([^/?]+))?$/.exec(text) ?? [];
  return item === ''
    ? null
    : { store: 'dashlane', ref: { item: decoded(item), ...(field && { field: decoded(field) }) } };
};

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const WEB = [
  new RegExp(`^https?://[^?#]*#/[^?]*\\?(?:.*&)?(?:itemId|cipherId)=(${ID})`, 'i'),
  new RegExp(`^https?://.*/passwords/view/(${ID})`, 'i'),
];

/** An item in the web vault of Bitwarden, or a password in that of Passbolt. */
const ofWebVault: Form = (text) => {
  const item = WEB.map((form) => form.exec(text)?.[1]).find((id) => id !== undefined);
  return item === undefined ? null : { store: null, ref: { item } };
};

const FORMS: readonly Form[] = [ofOnepassword, ofOnepasswordLink, ofKeeper, ofProtonPass, ofDashlane, ofWebVault];

function plain(text: string): string {
  return text.replaceAll(/\\(.)/gsu, '$1');
}

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
