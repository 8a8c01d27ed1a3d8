/** The dotenv store: text values in one file of `KEY=value` lines (providers-local 3, semantics 3.5). */
import { dotenv } from '#schemas/providers/dotenv.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { decodeUtf8 } from '../values/utf8.js';
import { type Document, openDocument } from './bases/document.js';
import { dotenvDocument, emptyDotenv } from './dotenv/dotenv-document.js';
import type { ProviderPorts, Refused, Store } from './provider.js';
import type { Failed } from './store-failure.js';

export const descriptor = dotenv;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  return openDocument(dotenv, uri, ports, (name) => ({
    decode: (bytes) => readByOthers(dotenvDocument(bytes, name), bytes, name),
    create: emptyDotenv,
  }));
}

/** No other program reads a dotenv text that is in an encrypted file. */
function readByOthers(document: Document | Failed, bytes: Uint8Array, name: string): Document | Failed {
  if (document.kind === 'failed') return document;
  const otherReadings = async () =>
    (await import('./dotenv/other-readings.js')).otherReadings(decodeUtf8(bytes) ?? '', name);
  const placedNames = async () => (await import('./dotenv/placed-names.js')).placedNames(decodeUtf8(bytes) ?? '', name);
  return { ...document, otherReadings, placedNames };
}
