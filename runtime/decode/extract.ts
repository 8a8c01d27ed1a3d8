/** One value of a stored document (spec 2.11). */
import type { Extraction } from '#schemas/plan.js';
import { decodeUtf8 } from '../values/utf8.js';
import { extractIni } from './extract-ini.js';
import { extractJson } from './extract-json.js';
import type { Extracted } from './extracted.js';

/** Selects from the bytes a store returned, already decoded. What is not UTF-8 is refused before it is read. */
export function extract(document: Uint8Array, { format, pointer }: Extraction): Extracted {
  const text = decodeUtf8(document);
  if (text === null) return { kind: 'failed', reason: 'it is not UTF-8 text' };
  switch (format) {
    case 'json':
      return extractJson(text, pointer);
    case 'ini':
      return extractIni(text, pointer);
  }
}
