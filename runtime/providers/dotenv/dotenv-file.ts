/** One dotenv file: read as a whole, changed in one go. */
import type { Files, Replaced } from '../../files/files.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { type Failed, failed, failedFile } from '../store-failure.js';
import type { Changes } from './edit-dotenv.js';
import { type Dotenv, parseDotenv } from './parse-dotenv.js';

/** The values of a file that was read, and of one that is not there: none. */
export interface DotenvValues {
  readonly kind: 'values';
  readonly values: ReadonlyMap<string, string>;
}
/** A change that was made; `before` tells what the file held until then. */
export interface DotenvChanged {
  readonly kind: 'changed';
  readonly before: ReadonlyMap<string, string>;
  readonly replaced: Replaced | null;
}

export class DotenvFile {
  readonly #path: string;
  readonly #name: string;
  readonly #files: Files;
  /** The last bytes and their meaning: reading again costs a comparison, not a parse. */
  #seen: { readonly bytes: Uint8Array; readonly found: DotenvValues | Failed } | null = null;

  /** `name`: what messages call the file, as the manifest does. */
  constructor(path: string, name: string, files: Files) {
    this.#path = path;
    this.#name = name;
    this.#files = files;
  }

  /** Everything in the file. One that cannot be understood fails as a whole (semantics 3.5). */
  async read(): Promise<DotenvValues | Failed> {
    try {
      return this.#meaningOf(await this.#files.read(this.#path));
    } catch (error) {
      return failedFile(error, `\`${this.#name}\``);
    }
  }

  /** A file that cannot be read is there. */
  async isThere(): Promise<boolean> {
    try {
      return (await this.#files.read(this.#path)) !== null;
    } catch {
      return true;
    }
  }

  /**
   * Makes all changes in one rewrite, but for those of `onlyNew` that the file has by then. Changes that change nothing
   * leave the file alone, or absent.
   */
  async change(changes: Changes, onlyNew: ReadonlySet<string> = NO_KEYS): Promise<DotenvChanged | Failed> {
    if (changes.size === 0) return { kind: 'changed', before: NO_VALUES, replaced: null };
    let failure: Failed | null = null;
    let before = NO_VALUES;
    try {
      // Loaded to write: reading, which every start does, has no use for it.
      const { editDotenv } = await import('./edit-dotenv.js');
      const replaced = await this.#files.update(this.#path, (current) => {
        const dotenv = this.#parsed(current);
        if (dotenv.kind === 'failed') {
          failure = dotenv;
          return null;
        }
        before = valuesOf(dotenv);
        return bytesOf(editDotenv(dotenv, without(changes, onlyNew, before)), dotenv);
      });
      return failure ?? { kind: 'changed', before, replaced };
    } catch (error) {
      return failedFile(error, `\`${this.#name}\``);
    }
  }

  #meaningOf(bytes: Uint8Array | null): DotenvValues | Failed {
    if (bytes === null) return { kind: 'values', values: NO_VALUES };
    if (this.#seen !== null && Buffer.compare(this.#seen.bytes, bytes) === 0) return this.#seen.found;
    const dotenv = this.#parsed(bytes);
    const found: DotenvValues | Failed =
      dotenv.kind === 'failed' ? dotenv : { kind: 'values', values: valuesOf(dotenv) };
    this.#seen = { bytes, found };
    return found;
  }

  #parsed(bytes: Uint8Array | null): Dotenv | Failed {
    const text = decodeUtf8(bytes ?? new Uint8Array());
    if (text === null) return failed('malformed', `\`${this.#name}\` is not UTF-8 text`);
    const parsed = parseDotenv(text);
    if (parsed.kind === 'dotenv') return parsed;
    const { line, column, problem } = parsed;
    return failed('malformed', `\`${this.#name}:${line}:${column}\`: ${problem}`, LINES);
  }
}

const LINES = 'a line is `KEY=value`, a comment after `#`, or blank; a value over several lines needs quotes';

const NO_VALUES: ReadonlyMap<string, string> = new Map();
const NO_KEYS: ReadonlySet<string> = new Set();

function without(changes: Changes, onlyNew: ReadonlySet<string>, before: ReadonlyMap<string, string>): Changes {
  if (onlyNew.size === 0) return changes;
  return new Map([...changes].filter(([key]) => !onlyNew.has(key) || !before.has(key)));
}

function valuesOf({ assignments }: Dotenv): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of assignments) values.set(key, value);
  return values;
}

/** Null when the text stays as it is. */
function bytesOf(edited: string, { text }: Dotenv): Uint8Array | null {
  return edited === text ? null : Buffer.from(edited, 'utf8');
}
