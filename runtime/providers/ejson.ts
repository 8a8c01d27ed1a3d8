/** The ejson store: a JSON document with encrypted values, decrypted in this process; read-only (providers-cloud 3.13). */
import { basename, dirname } from 'node:path';
import { ejson } from '#schemas/providers/ejson.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { filePathOf, renderFileUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { SecretValue } from '../values/secret-value.js';
import { decodeUtf8 } from '../values/utf8.js';
import { LARGEST_DOCUMENT } from './bases/value-size.js';
import { BoxOpener, boxedIn } from './ejson/boxed-value.js';
import { type EjsonDocument, ejsonDocument, select } from './ejson/ejson-document.js';
import { EntryNames } from './entry-names.js';
import { localPath, shownLocation } from './local-path.js';
import type { Answer, ProviderPorts, Refused, Store } from './provider.js';
import { type Failed, failed, failedFile } from './store-failure.js';
import { publicHalf } from './x25519.js';

export const descriptor = ejson;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const location = filePathOf(uri) || ejson.uri.defaultLocation;
  const path = localPath(location, ports);
  if (typeof path !== 'string') return path;
  const file = { path, name: shownLocation(location, ports) };
  const entries = new EntryNames(ejson, uri, ports.context);
  return {
    kind: 'open',
    shown: renderFileUri(ejson.scheme, path),
    read: (requests) =>
      answers(
        requests.map((at) => entries.of(at)),
        file,
        ports,
      ),
    absence: async (at) => {
      const bytes = await ports.files.read(path).catch(() => undefined);
      return bytes === null ? `${file.name}: no such file` : `no ${entries.shown(at)} in ${file.name}`;
    },
    isThere: () => ports.files.exists(path),
    identity: async (at) => {
      const store = `ejson ${await ports.files.identity(path)}`;
      return at === null ? store : `${store}\n${entries.keyOf(at)}`;
    },
    whereabouts: async (at) =>
      JSON.stringify([ejson.scheme, await ports.files.place(path), at === null ? null : entries.keyOf(at)]),
  };
}

interface File {
  readonly path: string;
  /** As the manifest names it, for messages. */
  readonly name: string;
}

/** One batch reads the file once. The private key comes first: without it, whether the file exists makes no difference. */
async function answers(
  requests: readonly (Entry | Failed)[],
  file: File,
  ports: ProviderPorts,
): Promise<readonly Answer[]> {
  if (requests.length === 0) return [];
  const privateKey = await privateKeyFrom(ports);
  if ('failure' in privateKey) return requests.map(() => privateKey);
  const document = await readDocument(file, ports);
  if (document === null) return requests.map(() => ({ kind: 'absent' }));
  if (document.kind === 'failed') return requests.map(() => document);
  if (publicHalf(privateKey).toString('hex') !== document.publicKey) {
    const other = failed('denied', `\`${file.name}\` is not encrypted for the key of the credential \`private_key\``);
    return requests.map(() => other);
  }
  const boxes = new BoxOpener(privateKey);
  return requests.map((entry) => (entry.kind === 'failed' ? entry : answer(document, entry.name, boxes, file.name)));
}

async function privateKeyFrom({ credential }: ProviderPorts): Promise<Uint8Array | Failed> {
  const value = await credential('private_key', { required: true });
  const text = value?.revealText()?.trim() ?? '';
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return failed(
    'failed',
    'the credential `private_key` is not a key of EJSON',
    'a key has 64 hexadecimal digits, as `ejson keygen` prints it',
  );
}

/** Null if there is no file. A link is refused: it could lead anywhere. */
async function readDocument({ path, name }: File, { files }: ProviderPorts): Promise<EjsonDocument | Failed | null> {
  try {
    const folder = await files.beneath(dirname(path));
    const bytes = await folder.read([basename(path)]);
    if (bytes === null) return null;
    return bytes.length > LARGEST_DOCUMENT
      ? failed('malformed', `\`${name}\` is larger than 16 MiB`)
      : ejsonDocument(bytes, name);
  } catch (error) {
    return failedFile(error, `\`${name}\``);
  }
}

function answer({ root }: EjsonDocument, pointer: string, boxes: BoxOpener, name: string): Answer {
  const selected = select(root, pointer);
  if (selected === null) return { kind: 'absent' };
  if (selected.kind === 'failed') return selected;
  if (selected.kind === 'plain') return { kind: 'found', value: SecretValue.fromText(selected.text) };
  const boxed = boxedIn(selected.text);
  // As `ejson decrypt`: a value that someone forgot to encrypt is found before it is committed.
  if (boxed === null) return failed('malformed', 'the value is not encrypted', `run \`ejson encrypt ${name}\``);
  if (boxed.version !== VERSION) return failed('unsupported', 'the value is encrypted in a newer form of EJSON');
  const bytes = boxes.open(boxed);
  if (bytes === null) return failed('malformed', 'the value was changed, or is encrypted for another key');
  const text = decodeUtf8(bytes);
  return text === null
    ? failed('malformed', 'the value is not UTF-8 text')
    : { kind: 'found', value: SecretValue.fromText(text) };
}
const VERSION = '1';
