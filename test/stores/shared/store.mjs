/** Stores as a program opens them, of the project `shop` and the profile `default`, and what they answer in short. */
import { nodeFiles } from '../../../dist/runtime/files/node-files.js';
import { openHttp } from '../../../dist/runtime/http/node-http.js';
import { nodePrograms } from '../../../dist/runtime/programs/node-programs.js';
import { loadProvider } from '../../../dist/runtime/providers/index.js';
import { SecretValue } from '../../../dist/runtime/values/secret-value.js';
import { parseStoreUri } from '../../../dist/schemas/addresses/store-uri.js';

export const CALL = { signal: new AbortController().signal };
export const byName = (key) => ({ kind: 'convention', project: 'shop', profile: 'default', key });
export const ref = (item, more = {}) => ({ kind: 'native', item, ...more });
export const secret = (content) =>
  typeof content === 'string' ? SecretValue.fromText(content) : SecretValue.fromBytes(content);

/** An answer in short; a value as a character for each byte, as `foundValue` gives it. */
export function inShort(answer) {
  if (answer.kind === 'failed') return `failed ${answer.failure.kind}`;
  return answer.kind === 'found' ? foundValue(answer.value.reveal()) : answer.kind;
}
export const foundValue = (content) => `found ${Buffer.from(content).toString('latin1')}`;

export const readAll = async (store, ...addresses) => (await store.read(addresses, CALL)).map(inShort);
export const write = async (store, key, content, more = {}) =>
  (await store.write([{ at: byName(key), value: secret(content), ...more }], CALL))[0];

/** Throws if it is refused. `variables`: its environment; `credentials`: texts by name; `folder`: that of the manifest. */
export async function openStore(spec, { variables = {}, credentials = {}, folder, home = null, more = {} } = {}) {
  const uri = parseStoreUri(spec);
  const environment = new Map(Object.entries(variables).map(([name, text]) => [name, Buffer.from(text)]));
  const store = (await loadProvider(uri.scheme)).open(uri, {
    context: { project: 'shop', profile: 'default', reason: null },
    credential: async (name) => (credentials[name] === undefined ? null : SecretValue.fromText(credentials[name])),
    baseFolder: folder,
    home,
    user: 'tester',
    environment,
    files: nodeFiles(),
    programs: nodePrograms(),
    terminal: null,
    http: async (server) => openHttp(server, environment),
    ...more,
  });
  if (store.kind === 'refused') throw new Error(store.failure.detail);
  return store;
}
