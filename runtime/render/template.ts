/** A file to fill, as it was read: its bytes, of any kind, as text with references. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { documentParser, type DocumentReference, type ParsedDocument } from '../plan/front-end.js';
import { BYTE_ORDER_MARK, decodeUtf8, withoutMark } from '../values/utf8.js';

export interface Template extends ParsedDocument {
  /** Where this stands in the file. */
  placeOf(part: Pick<DocumentReference, 'start' | 'end'>): Place;
  /** The bytes of a part of its text. */
  bytesOf(text: string): Uint8Array;
  /** The byte order mark that it begins with, if it does. */
  readonly mark: Uint8Array;
  readonly names: readonly string[];
}

/** Delimiters are ASCII, so that a file in another encoding is read by its bytes, each as one character. `file`: as findings show it. */
export async function templateOf(
  file: string,
  bytes: Uint8Array,
  delimiters: readonly [string, string] | null,
): Promise<Template> {
  const decoded = decodeUtf8(bytes);
  const encoding = decoded === null ? 'latin1' : 'utf8';
  const text = decoded ?? Buffer.from(bytes).toString('latin1');
  const { parseDocument } = await documentParser();
  const { parts, problems } = parseDocument(withoutMark(text), delimiters);
  const names = parts.flatMap((part) => ('secret' in part ? [part.secret] : []));
  return {
    parts,
    problems,
    placeOf: ({ start, end }) => ({ file, path: [], part: 'value', offset: start, length: end - start }),
    bytesOf: (piece) => Buffer.from(piece, encoding),
    mark: Buffer.from(text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '', 'utf8'),
    names: [...new Set(names)],
  };
}
