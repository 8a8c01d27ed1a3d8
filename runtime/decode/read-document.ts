/** Stored documents, each read once, however many values are selected from it (spec 2.11). */
import type { Extraction } from '#schemas/plan.js';
import { type Document, failed, type TakeRoom } from './document.js';
import { iniDocument } from './ini-document.js';
import { jsonDocument } from './json-document.js';

/** `text` is null where the stored bytes are not UTF-8; such a document is refused before it is read. */
export function readDocument(text: string | null, format: Extraction['format'], takeRoom: TakeRoom): Document {
  if (text === null) return { select: () => failed('it is not UTF-8 text') };
  switch (format) {
    case 'json':
      return jsonDocument(text, takeRoom);
    case 'ini':
      return iniDocument(text);
  }
}
