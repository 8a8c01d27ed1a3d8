/** The dotenv store: text values in one file of `KEY=value` lines (providers-local 3, semantics 3.5). */
import { dotenv } from '#schemas/providers/dotenv.js';
import type { At } from '#schemas/stores/address.js';
import { filePathOf, renderFileUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { SecretValue } from '../values/secret-value.js';
import { type DotenvChanged, DotenvFile, type DotenvValues } from './dotenv/dotenv-file.js';
import { dotenvKeyProblem } from './dotenv/dotenv-key.js';
import { flatName, missedName, renameAdvice } from './entry-name.js';
import { localPath } from './local-path.js';
import type {
  Answer,
  ListAnswer,
  ProviderPorts,
  Refused,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { cleaned, type Failed, failed, failedFile, sentenceOf } from './store-failure.js';

export const descriptor = dotenv;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const location = filePathOf(uri) || dotenv.uri.defaultLocation;
  const path = localPath(location, ports);
  return typeof path === 'string' ? new DotenvStore(path, location, ports.files) : path;
}

class DotenvStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #files: ProviderPorts['files'];
  readonly #path: string;
  /** The file as the manifest names it, for messages. */
  readonly #location: string;
  readonly #file: DotenvFile;

  constructor(path: string, location: string, files: ProviderPorts['files']) {
    this.#files = files;
    this.#path = path;
    this.#location = cleaned(location);
    this.#file = new DotenvFile(path, this.#location, files);
    this.shown = renderFileUri('dotenv', path);
  }

  async read(requests: readonly At[]): Promise<readonly Answer[]> {
    const read = await this.#file.read();
    return requests.map((at) => this.#answer(at, read));
  }

  async write(entries: readonly WriteEntry[]): Promise<readonly WriteAnswer[]> {
    const refusals = entries.map(({ at, value }) => unusableKey(at) ?? unstorable(value));
    const changes = new Map<string, string>();
    for (const [index, { at, value }] of entries.entries()) {
      if (refusals[index] === null) changes.set(flatName(at), value.revealText() ?? '');
    }
    const onlyNew = entries.flatMap(({ at, onlyIfAbsent }) => (onlyIfAbsent ? [flatName(at)] : []));
    const done = await this.#file.change(changes, new Set(onlyNew));
    return entries.map((entry, index) => refusals[index] ?? (done.kind === 'failed' ? done : written(entry, done)));
  }

  async remove(entries: readonly At[]): Promise<readonly RemoveAnswer[]> {
    const refusals = entries.map((at) => unusableKey(at));
    const keys = entries.filter((_, index) => refusals[index] === null).map(flatName);
    const done = await this.#file.change(new Map(keys.map((key) => [key, null])));
    return entries.map((at, index) => {
      if (done.kind === 'failed') return refusals[index] ?? done;
      return refusals[index] ?? { kind: done.before.has(flatName(at)) ? 'removed' : 'absent' };
    });
  }

  async list(): Promise<ListAnswer> {
    const read = await this.#file.read();
    if (read.kind === 'failed') return read;
    const names = [...read.values.keys()];
    const entries = names.map((name) => ({ name, at: null, description: `${name} secret`, required: true }));
    return { kind: 'listed', entries };
  }

  async refusal(at: At): Promise<string | null> {
    const refusal = unusableKey(at);
    if (refusal !== null) return sentenceOf(refusal);
    const fault = await this.#files.refusesUpdate(this.#path);
    return fault === null ? null : sentenceOf(failedFile(fault, `\`${this.#location}\``));
  }

  async absence(at: At): Promise<string> {
    const isThere = await this.#file.isThere();
    return isThere ? `${missedName(at)} in ${this.#location}` : `${this.#location}: no such file`;
  }

  async identity(at: At | null): Promise<string> {
    const store = `dotenv ${await this.#files.identity(this.#path)}`;
    return at === null ? store : `${store}\n${flatName(at)}`;
  }

  #answer(at: At, read: DotenvValues | Failed): Answer {
    const value = read.kind === 'failed' ? undefined : read.values.get(flatName(at));
    if (value !== undefined) return { kind: 'found', value: SecretValue.fromText(value) };
    // Of a value that is there nobody asks whether its key can be.
    return unusableKey(at) ?? (read.kind === 'failed' ? read : { kind: 'absent' });
  }
}

function written({ at, onlyIfAbsent }: WriteEntry, { before, replaced }: DotenvChanged): WriteAnswer {
  const value = onlyIfAbsent ? before.get(flatName(at)) : undefined;
  if (value !== undefined) return { kind: 'present', value: SecretValue.fromText(value) };
  return { kind: 'written', ...(replaced !== null && { replaced }) };
}

/** Such a key is refused before the file is looked at: it can be in no file. */
function unusableKey(at: At): Failed | null {
  const problem = dotenvKeyProblem(flatName(at));
  return problem === null
    ? null
    : failed('unsupported', `the name ${problem}, so dotenv cannot hold it`, renameAdvice(at));
}

/** A dotenv file holds text without NUL; anything else needs an encoding. */
function unstorable(value: SecretValue): Failed | null {
  const help = 'declare the secret with `encoding = "base64"`';
  if (value.hasNul) return failed('not-text', 'dotenv cannot hold a value with a NUL character', help);
  return value.revealText() === null ? failed('not-text', 'dotenv can hold only UTF-8 text', help) : null;
}
