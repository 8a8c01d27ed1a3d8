/** Reads encrypted documents: values as they are in the file, still encrypted, and what SOPS stores about the document. */
import type { SopsFormatName } from '#schemas/providers/sops-entry.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { flattened, METADATA, type Metadata } from './metadata.js';
import { type Branch, branch, hasTwice, type SopsTree, textLeaf } from './tree.js';

export interface Parsed {
  readonly tree: Branch;
  /** Null: not a document of SOPS. */
  readonly metadata: Metadata | null;
  /** Something in it may mean another thing to SOPS than it does here. */
  readonly isUnusual: boolean;
}

/** Null: it cannot be parsed. */
export async function parseDocument(bytes: Uint8Array, format: SopsFormatName): Promise<Parsed | null> {
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  if (format === 'dotenv') return parseDotenv(text);
  if (format === 'ini') return parseIni(text);
  const { parseYaml } = await import('./parse-yaml.js');
  const read = parseYaml(text);
  return read === null ? null : { ...withoutMetadata(read.tree, flattened), isUnusual: read.isUnusual };
}

/** SOPS reads each line as it is: no quotes, no blanks around the name, `\n` for a newline. */
function parseDotenv(text: string): Parsed | null {
  const entries: [string, SopsTree][] = [];
  const metadata = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const end = line.indexOf('=');
    if (end === -1) return null;
    const [name, value] = [line.slice(0, end), line.slice(end + 1).replaceAll('\\n', '\n')];
    if (name.startsWith(PREFIX)) metadata.set(name.slice(PREFIX.length), value);
    else entries.push([name, textLeaf(value)]);
  }
  const isUnusual = hasTwice(entries) || /\r|^\ufeff/u.test(text);
  return { tree: branch(entries), metadata: metadata.size === 0 ? null : metadata, isUnusual };
}
const PREFIX = 'sops_';

/** Sections and plain values, as SOPS writes them. Everything else that the format has is unusual. */
function parseIni(text: string): Parsed | null {
  const sections: [string, [string, SopsTree][]][] = [['DEFAULT', []]];
  let isUnusual = text.startsWith('\ufeff');
  for (const line of text.split(/\r?\n/u).map((line) => line.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const section = /^\[(.+)\]$/u.exec(line)?.[1];
    const [, name, value = ''] = /^([^=:"`[]+?)\s*[=:]\s*(.*)$/su.exec(line) ?? [];
    if (section !== undefined) sections.push([section, []]);
    else if (name === undefined) return null;
    else {
      isUnusual ||= !ENCRYPTED.test(value) && /["'`\\;#%]/u.test(value) && sections.at(-1)?.[0] !== 'sops';
      // SOPS replaces this key with a counter.
      isUnusual ||= name === '-';
      sections.at(-1)?.[1].push([name, textLeaf(value)]);
    }
  }
  // The section without a header is empty, and an explicit `[DEFAULT]` takes its place.
  if (sections[0]?.[1].length === 0 && sections.some(([name], index) => index > 0 && name === 'DEFAULT'))
    sections.shift();
  const entries = sections.map(([name, values]) => [name, branch(values)] as const);
  isUnusual ||= hasTwice(entries) || sections.some(([, values]) => hasTwice(values));
  const unescaped = (metadata: Branch) =>
    new Map([...flattened(metadata)].map(([name, value]) => [name, value.replaceAll('\\n', '\n')]));
  return { ...withoutMetadata(branch(entries), unescaped), isUnusual };
}
const ENCRYPTED = /^ENC\[[\w+/=:,]*\]$/u;

function withoutMetadata(tree: Branch, read: (metadata: Branch) => Metadata): Pick<Parsed, 'tree' | 'metadata'> {
  const [, metadata] = tree.entries.find(([key]) => key === METADATA) ?? [];
  const rest = branch(tree.entries.filter(([key]) => key !== METADATA));
  return { tree: rest, metadata: metadata?.kind === 'branch' ? read(metadata) : null };
}
