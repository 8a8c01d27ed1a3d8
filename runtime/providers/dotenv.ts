/** The dotenv store: text values in one file of `KEY=value` lines (providers-local 3, semantics 3.5). */
import { dotenv } from '#schemas/providers/dotenv.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import { openDocument } from './bases/document.js';
import { dotenvDocument, emptyDotenv } from './dotenv/dotenv-document.js';
import { dotenvKeyProblem } from './dotenv/dotenv-key.js';
import type { ProviderPorts, Refused, Store } from './provider.js';

export const descriptor = dotenv;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  return openDocument(dotenv, uri, ports, (name) => ({
    nameProblem: dotenvKeyProblem,
    decode: (bytes) => dotenvDocument(bytes, name),
    create: emptyDotenv,
  }));
}
