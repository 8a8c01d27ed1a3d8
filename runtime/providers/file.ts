/** The file store: one private file per value in a folder (providers-local 4, semantics 3.5). */
import { file } from '#schemas/providers/file.js';
import type { At } from '#schemas/addresses/address.js';
import { filePathOf, renderFileUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import type { FilesBeneath } from '../files/files.js';
import { seenPath } from '../files/seen-path.js';
import { segmentProblem } from '../files/segment.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { EntryNames } from './entry-names.js';
import { localPath, shownLocation } from './local-path.js';
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
import { type Failed, failed, failedFile, sentenceOf } from './store-failure.js';

export const descriptor = file;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const location = withoutDot(filePathOf(uri));
  const root = localPath(location, ports);
  return typeof root === 'string'
    ? new FileStore(root, location, new EntryNames(file, uri, ports.context), ports)
    : root;
}

/** Where an entry is by convention (providers-local 4). */
const PATTERN = '{project}/{profile}/{key}';

class FileStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #ports: ProviderPorts;
  readonly #root: string;
  readonly #entries: EntryNames;
  /** The folder in messages. */
  readonly #what: string;
  #opened: Promise<FilesBeneath> | null = null;

  constructor(root: string, location: string, entries: EntryNames, ports: ProviderPorts) {
    this.#ports = ports;
    this.#root = root;
    this.#entries = entries;
    this.#what = shownLocation(location, ports);
    this.shown = renderFileUri('file', this.#root);
  }

  async read(requests: readonly At[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const at of requests) answers.push(await this.#entry<Answer>(at, readEntry));
    return answers;
  }

  async write(entries: readonly WriteEntry[]): Promise<readonly WriteAnswer[]> {
    const answers: WriteAnswer[] = [];
    for (const { at, value, onlyIfAbsent } of entries) {
      const write = onlyIfAbsent ? createEntry : replaceEntry;
      answers.push(await this.#entry(at, (files, segments) => write(files, segments, value)));
    }
    return answers;
  }

  async remove(entries: readonly At[]): Promise<readonly RemoveAnswer[]> {
    const answers: RemoveAnswer[] = [];
    for (const at of entries) answers.push(await this.#entry<RemoveAnswer>(at, removeEntry));
    return answers;
  }

  /** Names alone: no file is read. */
  async list(): Promise<ListAnswer> {
    try {
      const { listedAs } = await import('./listed-as.js');
      const found = await (await this.#beneath()).list();
      const paths = found.filter((segments) => !segments.some(isOther));
      const entries = paths.map((segments) => listedAs(segments.join('/'), PATTERN, this.#ports.context));
      return { kind: 'listed', entries };
    } catch (error) {
      return failedFile(error, `\`${this.#what}\``);
    }
  }

  async refusal(at: At): Promise<string | null> {
    const refusal = await this.#entry(at, async (files, segments) => {
      const fault = await files.refusesReplace(segments);
      if (fault !== null) throw fault;
      return { kind: 'writable' } as const;
    });
    return refusal.kind === 'failed' ? sentenceOf(refusal) : null;
  }

  async absence(at: At): Promise<string> {
    return `${this.#what}: no file ${this.#entries.shown(at)}`;
  }

  async isThere(): Promise<boolean> {
    return this.#ports.files.exists(this.#root);
  }

  async target(at: At): Promise<string> {
    return seenPath(`${this.#root}/${this.#entries.shown(at)}`, this.#ports);
  }

  async identity(at: At | null): Promise<string> {
    const root = await this.#ports.files.identity(this.#root);
    if (at === null) return `file ${root}`;
    return `file ${root}\n${await this.#ports.files.identity(`${this.#root}/${this.#entries.fitting(at).name}`)}`;
  }

  async whereabouts(at: At | null): Promise<string> {
    return JSON.stringify([
      'file',
      await this.#ports.files.place(this.#root),
      at === null ? null : this.#entries.keyOf(at),
    ]);
  }

  #beneath(): Promise<FilesBeneath> {
    this.#opened ??= this.#ports.files.beneath(this.#root);
    return this.#opened;
  }

  /** Does the work on one entry; an unsafe address, and every fault, is a failure of that entry alone. */
  async #entry<Done>(
    at: At,
    work: (files: FilesBeneath, segments: readonly string[]) => Promise<Done>,
  ): Promise<Done | Failed> {
    const entry = this.#entries.of(at);
    if (entry.kind === 'failed') return entry;
    const { name, path: segments = [] } = entry;
    const problem = segments.map(segmentProblem).find((each) => each !== null);
    if (problem) return failed('unsupported', `\`${cleaned(name)}\` is not a valid path in the folder: ${problem}`);
    try {
      return await work(await this.#beneath(), segments);
    } catch (error) {
      return failedFile(error, `\`${cleaned(segments.join('/'))}\``);
    }
  }
}

/** Hidden files and folders hold no values; other names that cannot be used are left out. */
function isOther(segment: string): boolean {
  return segment.startsWith('.') || segmentProblem(segment) !== null;
}

async function readEntry(files: FilesBeneath, segments: readonly string[]): Promise<Answer> {
  const bytes = await files.read(segments);
  return bytes === null ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(bytes) };
}

async function replaceEntry(
  files: FilesBeneath,
  segments: readonly string[],
  value: SecretValue,
): Promise<WriteAnswer> {
  await files.replace(segments, value.reveal());
  return { kind: 'written' };
}

/** If the entry that prevented the creation is gone when it is read, the creation is tried again. */
async function createEntry(files: FilesBeneath, segments: readonly string[], value: SecretValue): Promise<WriteAnswer> {
  for (;;) {
    if (await files.create(segments, value.reveal())) return { kind: 'written' };
    const bytes = await files.read(segments);
    if (bytes !== null) return { kind: 'present', value: SecretValue.fromBytes(bytes) };
  }
}

async function removeEntry(files: FilesBeneath, segments: readonly string[]): Promise<RemoveAnswer> {
  return { kind: (await files.remove(segments)) ? 'removed' : 'absent' };
}

/** `./folder` and `folder` are shown as one. */
function withoutDot(location: string): string {
  return location.replace(/^\.\/+/, '') || '.';
}
