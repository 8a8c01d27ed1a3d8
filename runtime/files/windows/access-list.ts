/**
 * Access lists of Windows in the form that `icacls /save` writes, which names users by number: `D:PAI(A;OICI;FA;;;SY)(A;;0x1200a9;;;BU)`.
 * Names would be in the language of the system.
 */

/** What others than the user, the administrators and the system may do, at most. */
export type Others = 'nothing' | 'read' | 'change';

/** System, administrators, the account that every administrator can use, and whoever owns or makes a file. */
const TRUSTED = new Set([...['SY', 'S-1-5-18', 'BA', 'S-1-5-32-544', 'LA'], ...['OW', 'S-1-3-4', 'CO', 'S-1-3-0']]);

/** An entry that gives rights: for files, for callers that meet a condition, for parts of an object. */
const GIVING = new Set(['A', 'XA', 'OA']);

/** Rights for files as letters. What is not here, such as those of other objects, gives all. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{
    FA: 0x1f01ff,
    FR: 0x120089,
    FW: 0x120116,
    FX: 0x1200a0,
    GR: 0x80000000,
    GW: 0x40000000,
    GX: 0x20000000,
    GA: 0x10000000,
  },
  ...{ CC: 0x1, DC: 0x2, LC: 0x4, SW: 0x8, RP: 0x10, WP: 0x20, DT: 0x40, LO: 0x80, CR: 0x100 },
  ...{ SD: 0x10000, RC: 0x20000, WD: 0x40000, WO: 0x80000 },
};
/** Content, of a folder its names; everything as a general right. */
const READS = 0x80000000 | 0x10000000 | 0x1;
/** Content, names in a folder, the file itself, its list, its owner; everything as general rights. */
const CHANGES = 0x40000000 | 0x10000000 | 0x2 | 0x4 | 0x40 | 0x10000 | 0x40000 | 0x80000;

/** Flags, then entries. One with a condition has brackets in it, as deep as the condition is. */
const FORM = /^D:([A-Z_]*)((?:\([^;()]*;.*\))?)$/su;

/** For the user with this number. Null for a text of another form. Entries that forbid are passed over: what they leave is not counted. */
export function othersIn(list: string, user: string): Others | null {
  const [, flags, entries] = FORM.exec(withoutOtherParts(list)) ?? [];
  if (flags === undefined || entries === undefined) return null;
  if (flags.includes('NO_ACCESS_CONTROL')) return 'change';
  const rights = [...entries.matchAll(/\(([^;()]*);[^;]*;([^;]*);[^;]*;[^;]*;([^;()]*)/gu)]
    .filter(([, kind = '', , who = '']) => GIVING.has(kind) && who !== user && !TRUSTED.has(who))
    .map(([, , right = '']) => maskOf(right));
  if (rights.some((mask) => (mask & CHANGES) !== 0)) return 'change';
  return rights.some((mask) => (mask & READS) !== 0) ? 'read' : 'nothing';
}

/** Whether the list is only what its folder gives to what is in it. */
export function isInherited(list: string): boolean {
  const [, flags = '', entries = ''] = /^D:([A-Z_]*)(.*)$/su.exec(withoutOtherParts(list)) ?? [];
  return !flags.includes('P') && [...entries.matchAll(/\([^;]*;([^;]*);/gu)].every(([, of = '']) => of.includes('ID'));
}

/** What is watched of a file says nothing of who may use it. */
function withoutOtherParts(list: string): string {
  return list.replace(/S:[A-Z]*(?:\(.*)?$/su, '').trim();
}

function maskOf(rights: string): number {
  if (/^0x[0-9a-f]+$/iu.test(rights)) return Number(rights) | 0;
  const letters = rights.match(/../gu) ?? [];
  return letters.reduce((mask, letter) => mask | (LETTERS[letter] ?? -1), 0);
}
