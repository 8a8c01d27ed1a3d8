/** The files next to a `.env` file that say something about a project: examples of it, and those of other profiles. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byName } from '#schemas/named.js';
import { filePathOf, parseStoreUri } from '#schemas/addresses/store-uri.js';

/** What is declared, and the store that will have the values. */
export interface DotenvSource {
  /** Lists the names. */
  readonly from: string;
  readonly store: string;
  /** The file, if it is an example: it has the names, and values that are none. */
  readonly example: string | null;
}

export interface ProfileFile {
  readonly profile: string;
  readonly file: string;
  readonly store: string;
}

const DOTENV = '.env';
const EXAMPLES: readonly string[] = ['.env.example', '.env.sample', '.env.template', '.env.dist', 'env.example'];
const EXAMPLE = /^\.?env(?:\.[^/]+)?[.-](?:example|sample|template|tpl|dist)$|^(?:example|sample|template)\.env$/i;

/** `from`: null where the `.env` file is wanted, or an example where it does not exist. */
export function dotenvSource(folder: string, from: string | null): DotenvSource {
  const isThere = (name: string) => existsSync(join(folder, name));
  if (from === null) {
    const example = isThere(DOTENV) ? undefined : EXAMPLES.find(isThere);
    if (example !== undefined) return { from: `dotenv://${example}`, store: `dotenv://${DOTENV}`, example };
    return plain(`dotenv://${DOTENV}`);
  }
  const uri = parseStoreUri(from);
  if (uri.kind === 'malformed' || uri.scheme !== 'dotenv') return plain(from);
  const path = filePathOf(uri);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!EXAMPLE.test(name)) return plain(from);
  // Such names are written without escapes.
  return { from, store: `${from.slice(0, from.length - name.length)}${DOTENV}`, example: path };
}

function plain(from: string): DotenvSource {
  return { from, store: from, example: null };
}

/** `.env.production` is that of a profile `production`; `.env.local` is one user's own, and others are those of tools and editors. */
export function profileFiles(folder: string): readonly ProfileFile[] {
  return namesIn(folder).flatMap((file): ProfileFile[] => {
    const [, profile] = /^\.env\.([A-Za-z][\w-]*)$/.exec(file) ?? [];
    if (profile === undefined || NO_PROFILE.has(profile.toLowerCase()) || EXAMPLE.test(file)) return [];
    return [{ profile, file, store: `dotenv://${file}` }];
  });
}

const NO_PROFILE: ReadonlySet<string> = new Set(
  'default defaults local vault keys schema me age gpg enc encrypted sops json yaml yml toml sh ts js bak backup old orig save swp tmp'.split(
    ' ',
  ),
);

function namesIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((file) => !file.isDirectory());
    return files.map(({ name }) => name).sort(byName);
  } catch {
    return [];
  }
}
