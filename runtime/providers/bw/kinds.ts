/** What items of each type are made of: the members that have names in them, and which of them is the value. */

export interface ItemKind {
  /** The member of an item that has its parts. */
  readonly object: string;
  /** Those parts. What a newer version of `bw` has besides is found under its own name. */
  readonly members: readonly string[];
  /** Without `field`: where a value is written, and read; the others are read where it is empty. */
  readonly usual: readonly [string, ...string[]];
}

const LOGIN: ItemKind = {
  object: 'login',
  members: ['username', 'password', 'totp'],
  usual: ['password', 'username', 'value'],
};
const NOTE: ItemKind = { object: 'secureNote', members: [], usual: ['value', 'notes'] };
const CARD: ItemKind = {
  object: 'card',
  members: ['cardholderName', 'brand', 'number', 'expMonth', 'expYear', 'code'],
  usual: ['number', 'value'],
};
const IDENTITY: ItemKind = {
  object: 'identity',
  members: [
    ...['title', 'firstName', 'middleName', 'lastName', 'address1', 'address2', 'address3', 'city', 'state'],
    ...['postalCode', 'country', 'company', 'email', 'phone', 'ssn', 'username', 'passportNumber', 'licenseNumber'],
  ],
  usual: ['email', 'username', 'value'],
};
const SSH_KEY: ItemKind = {
  object: 'sshKey',
  members: ['privateKey', 'publicKey', 'keyFingerprint'],
  usual: ['privateKey', 'value'],
};

/** By the number of the type. */
const KINDS: Readonly<Record<number, ItemKind>> = {
  1: LOGIN,
  2: NOTE,
  3: CARD,
  4: IDENTITY,
  5: SSH_KEY,
  6: { object: 'bankAccount', members: [], usual: ['value', 'notes'] },
  7: { object: 'driversLicense', members: [], usual: ['value', 'notes'] },
  8: { object: 'passport', members: [], usual: ['value', 'notes'] },
};
const UNKNOWN: ItemKind = { object: '', members: [], usual: ['value', 'notes'] };

export function kindOf(type: number): ItemKind {
  return KINDS[type] ?? UNKNOWN;
}

export const LOGIN_TYPE = 1;

/** The number of the type that an address names. */
export const TYPES: Readonly<Record<string, number>> = {
  login: LOGIN_TYPE,
  securenote: 2,
  note: 2,
  secure_note: 2,
  card: 3,
  identity: 4,
  ssh: 5,
  sshkey: 5,
  ssh_key: 5,
};

/** Other names of members, without capitals, blanks, `-` and `_`. */
const OTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  card: {
    cvv: 'code',
    cvc: 'code',
    cardholder: 'cardholderName',
    name: 'cardholderName',
    expirymonth: 'expMonth',
    expiryyear: 'expYear',
  },
  sshKey: { private: 'privateKey', public: 'publicKey', fingerprint: 'keyFingerprint' },
};

/** The member that a field means: `private_key` is `privateKey`; null: none. `present`: the members that the item has. */
export function memberNamed({ object, members }: ItemKind, field: string, present: readonly string[]): string | null {
  const wanted = squeezed(field);
  const other = OTHER_NAMES[object];
  if (other !== undefined && Object.hasOwn(other, wanted)) return other[wanted] ?? null;
  return [...members, ...present].find((member) => squeezed(member) === wanted) ?? null;
}

function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
