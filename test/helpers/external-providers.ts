/** External providers as tests install them: a claim in the folder of a home, and an executable beside it. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ODD = join(ROOT, 'test/helpers/doubles/odd-provider.mjs');
export const SHELF = join(ROOT, 'docs/examples/external-provider/shelf.mjs');

export const SHELF_IN_PYTHON = join(ROOT, 'docs/examples/external-provider/shelf.py');

export interface Installed {
  readonly claim: string;
  readonly executable: string;
}

/** Claims `scheme` for a copy of a program (left out: the one that does what its address says). */
export function install(
  home: string,
  {
    scheme = 'odd',
    program = ODD,
    environment,
  }: { scheme?: string; program?: string; environment?: readonly string[] } = {},
): Installed {
  const claim = join(home, '.config/tool/providers.d', `${scheme}.tool.json`);
  const executable = join(home, 'bin', scheme);
  const suffix = extname(program);
  for (const path of [claim, executable]) mkdirSync(dirname(path), { recursive: true });
  copyFileSync(program, `${executable}${suffix}`);
  chmodSync(`${executable}${suffix}`, 0o755);
  writeFileSync(claim, JSON.stringify({ executable: `${executable}${suffix}`, ...(environment && { environment }) }), {
    mode: 0o644,
  });
  return { claim, executable: `${executable}${suffix}` };
}

/** What the odd provider wrote down: its starts, the methods that it was asked for, and the credentials that it got. */
export interface Recorded {
  readonly started?: number;
  readonly folder?: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly application?: { readonly uri: string; readonly context: Readonly<Record<string, unknown>> };
  readonly method?: string;
  readonly requests?: number;
  readonly credential?: Readonly<Record<string, unknown>>;
}

export function recorded(log: string): readonly Recorded[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.map((line): Recorded => JSON.parse(line));
}

/** The address of a store whose provider behaves in this way. */
export function oddUri(way = '', log?: string): string {
  const query = new URLSearchParams({ way, ...(log !== undefined && { log }) });
  return `odd://store?${query.toString().replaceAll('+', '%20')}`;
}
