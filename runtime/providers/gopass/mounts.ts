/** The folders in which gopass keeps its entries. */
import { resolve } from 'node:path';
import type { Environment } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { ProviderPorts } from '../provider.js';

interface Mount {
  readonly alias: string;
  readonly folder: string;
}
type Surroundings = Pick<ProviderPorts, 'environment' | 'home'>;

export class Mounts {
  readonly #root: string;
  /** From the longest alias to the shortest. */
  readonly #mounted: readonly Mount[];

  private constructor(root: string, mounted: readonly Mount[]) {
    this.#root = root;
    this.#mounted = mounted.toSorted((one, other) => other.alias.length - one.alias.length);
  }

  /** As `gopass config` prints them; null: it names no root. */
  static in(printed: string, surroundings: Surroundings): Mounts | null {
    const named = printed.split('\n').flatMap((line): Mount[] => {
      const [, alias = '', path] = SETTING.exec(line) ?? [];
      // gopass does not mount one whose alias ends with `/`.
      if (!path || alias.endsWith('/')) return [];
      return [{ alias: alias.replace(/^[/\\]+|\\+$/g, ''), folder: folderOf(path, surroundings) }];
    });
    const given = textOf(surroundings.environment, 'PASSWORD_STORE_DIR');
    const root = given === '' ? named.find(isRoot)?.folder : folderOf(given, surroundings);
    return root === undefined
      ? null
      : new Mounts(
          root,
          named.filter((mount) => !isRoot(mount)),
        );
  }

  /** Where an entry is: the folder, and its name in it. */
  placeOf(name: string): { readonly folder: string; readonly name: string } {
    const mount = this.#mounted.find(({ alias }) => `${name}/`.startsWith(`${alias}/`));
    if (mount === undefined) return { folder: this.#root, name };
    return { folder: mount.folder, name: name.slice(mount.alias.length + 1) };
  }
}

function isRoot({ alias }: Mount): boolean {
  return alias === '';
}

const SETTING = /^mounts\.(?:(.+)\.)?path = (.*)$/s;

/** As gopass expands a path; it runs in the root folder. */
function folderOf(path: string, { environment, home }: Surroundings): string {
  if (!path.startsWith('~/')) return resolve('/', path);
  const own = textOf(environment, 'GOPASS_HOMEDIR');
  // gopass leaves the separator out.
  return resolve('/', own === '' ? `${home ?? ''}${path.slice(1)}` : `${own}${path.slice(2)}`);
}

/** With its blanks, as gopass uses it. */
function textOf(environment: Environment, name: string): string {
  return decodeUtf8(environment.get(name) ?? new Uint8Array()) ?? '';
}
