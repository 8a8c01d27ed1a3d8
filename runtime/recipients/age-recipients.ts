/**
 * For whom a file of age is encrypted, as far as its header shows without an identity. An SSH recipient leaves the first bytes of the
 * hash of its key there. Every other kind leaves none: how many there are shows, and not who they are (providers-local 10.6).
 */
import { createHash } from 'node:crypto';
import { isArmor, usuallyArmored } from './age-armor.js';
import { type FileStanza, readHeader } from './age-header.js';
import { type RecipientComparison, comparisonOf, shownRecipient } from './difference.js';
import { keyLines } from './key-lines.js';

/** The stanzas that stand for recipients; null for a file whose header is not as programs write it. */
export function ageStanzas(file: Uint8Array): readonly FileStanza[] | null {
  const bytes = isArmor(file) ? usuallyArmored(file) : file;
  const header = bytes && readHeader(bytes);
  // Stanzas that no one can open keep readers from relying on the known kinds; they are not recipients.
  return header === null ? null : header.stanzas.filter(({ args }) => args[0]?.endsWith('-grease') !== true);
}

/** The recipients of a list, without comments, each once; lines that age skips are left out. */
export function listedRecipients(text: string): readonly string[] {
  const lines = keyLines(text).map(([line]) =>
    isSsh(line)
      ? line
          .split(/[ \t]+/u)
          .slice(0, 2)
          .join(' ')
      : line,
  );
  return [...new Set(lines.filter((line) => !isSsh(line) || SSH.test(line)))];
}

/** By header alone. */
export function compareHeader(stanzas: readonly FileStanza[], list: readonly string[]): RecipientComparison {
  const inFile = stanzas.map(markOfStanza);
  const inList = list.map((recipient) => ({ recipient, mark: markOf(recipient) }));
  const lacks = inList.flatMap(({ recipient, mark }) => {
    return mark.includes(' ') && !inFile.includes(mark) ? [shownRecipient(recipient)] : [];
  });
  const marks = inList.map(({ mark }) => mark);
  const extra = inFile.filter((mark) => mark.includes(' ') && !marks.includes(mark)).map((mark) => `${mark}…`);
  const isCertain = inFile.every((mark) => mark.includes(' '));
  const counted = compareCounts(inFile, marks);
  return comparisonOf(
    { lacks: [...lacks, ...counted.lacks], extra: [...extra, ...counted.extra] },
    isCertain ? 'same' : 'alike',
  );
}

/** Of kinds that show no key. A plugin chooses the kind of its stanzas, so those are counted together, and only none means something. */
function compareCounts(inFile: readonly string[], inList: readonly string[]) {
  const [lacks, extra]: [string[], string[]] = [[], []];
  const kindsOf = (marks: readonly string[]) => marks.filter((mark) => !mark.includes(' '));
  for (const kind of new Set([...kindsOf(inFile), ...kindsOf(inList)])) {
    const [found, wanted] = [inFile, inList].map((marks) => marks.filter((mark) => mark === kind).length);
    const surplus = (found ?? 0) - (wanted ?? 0);
    if (kind === OTHER && found !== 0 && wanted !== 0) continue;
    if (surplus > 0) extra.push(counted(surplus, kind));
    if (surplus < 0) lacks.push(counted(-surplus, kind));
  }
  return { lacks, extra };
}

function counted(count: number, kind: string): string {
  const name = KINDS.get(kind) ?? 'of a plugin';
  return `${count} ${count === 1 ? 'recipient' : 'recipients'} ${name}`;
}

/** `ssh-ed25519 TAG`, or the kind alone. */
function markOfStanza({ args: [kind = '', tag = ''] }: FileStanza): string {
  if (SSH.test(`${kind} `)) return `${kind} ${tag}`;
  return KINDS.has(kind) ? kind : OTHER;
}

/** What a recipient leaves in a header. */
function markOf(recipient: string): string {
  const [kind = '', base64 = ''] = recipient.split(' ');
  if (SSH.test(recipient)) return `${kind} ${tagOf(Buffer.from(base64, 'base64'))}`;
  const start = /^age1(pq1|tag1|tagpq1|.+1)?/u.exec(recipient)?.[1] ?? '';
  return STARTS.get(start) ?? (start === '' ? 'X25519' : OTHER);
}

function tagOf(wire: Buffer): string {
  return createHash('sha256').update(wire).digest().subarray(0, 4).toString('base64').replace(/=+$/u, '');
}

function isSsh(line: string): boolean {
  return /^(?:ssh|ecdsa|sk)-/u.test(line);
}
const SSH = /^ssh-(?:ed25519|rsa) /u;
const OTHER = 'other';
const STARTS: ReadonlyMap<string, string> = new Map([
  ['pq1', 'mlkem768x25519'],
  ['tag1', 'p256tag'],
  ['tagpq1', 'mlkem768p256tag'],
]);
/** In words that follow a number of recipients. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['X25519', 'of the kind `age1…`'],
  ['mlkem768x25519', 'of the kind `age1pq1…`'],
  ['p256tag', 'of the kind `age1tag1…`'],
  ['mlkem768p256tag', 'of the kind `age1tagpq1…`'],
]);
