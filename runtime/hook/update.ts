/** What a shell is to do at a prompt where something has changed, and what is said to the person there. */
import { join } from 'node:path';
import { cacheFolder } from '../inputs/cache-folder.js';
import type { CallContext } from '../session/call.js';
import { decodeUtf8 } from '../values/utf8.js';
import { bytesOf, textOf } from '../values/byte-string.js';
import { type Available, availableTo, type Caller } from './available.js';
import { type Earlier, carriedFor, carriedIn, withoutCarried } from './carried.js';
import { lineOf } from './line.js';
import { isVariableOfShells } from './names.js';
import type { Shell, ShellUpdate } from './shell.js';
import { Watch } from './watch.js';

/** The names that the shell has unset before it called, for the line: it forgets values first, whatever comes of the call. */
export const LEFT = '__TOOL_HOOK_LEFT';

export interface Updated {
  readonly update: ShellUpdate;
  readonly line: string | null;
}

export async function updateOf(shell: Shell, { context, interruption }: Caller, columns: number): Promise<Updated> {
  const entries = context.entries?.() ?? [];
  const inherited = carriedIn(entries);
  const before = inherited.length === 0 ? context : contextBefore(context, inherited);
  const watch = new Watch();
  const available = await availableTo({ context: before, interruption }, watch);
  const values = available.kind === 'found' ? available.found.found : [];
  const fitting = values.flatMap(({ secret, value }) => {
    const bytes = value.reveal();
    const isTaken = !value.hasNul && (shell.takesBytes || decodeUtf8(bytes) !== null);
    return isTaken && isVariableOfShells(secret) ? [{ name: secret, value: bytes }] : [];
  });
  const names = fitting.map(({ name }) => name);
  const { manifest } = available;
  const folder = manifest && cacheFolder(context.variables, manifest.folder);
  return {
    update: {
      manifest: manifest === null ? '' : join(manifest.folder, manifest.name),
      ...watch.watchedBy(shell, folder),
      inherited,
      set: fitting,
      carried: names.length === 0 ? null : carriedFor(names, withoutCarried(entries, inherited)),
    },
    line: lineOf({
      before: leftIn(context, inherited),
      now: names,
      ...besidesOf(available),
      unfit: values.flatMap(({ secret }) => (names.includes(secret) ? [] : secret)),
      columns,
    }),
  };
}

function besidesOf(available: Available) {
  const { missing, files } = available.kind === 'found' ? available.found : { missing: [], files: [] };
  return { missing, files, prevented: available.kind === 'prevented' ? available.why : null };
}

function leftIn({ variables }: CallContext, inherited: readonly Earlier[]): readonly string[] {
  const left = (variables[LEFT] ?? '').split(' ').filter((name) => name !== '');
  return [...new Set([...left, ...inherited.map(({ name }) => name)])].sort();
}

/** Stores must not find what another shell has loaded from them. */
function contextBefore(context: CallContext, inherited: readonly Earlier[]): CallContext {
  const changed = inherited.map(({ name, value }) => [name, value === null ? undefined : asText(value)] as const);
  return {
    variables: { ...context.variables, ...Object.fromEntries(changed) },
    entries: () => withoutCarried(context.entries?.() ?? [], inherited),
    get workingFolder() {
      return context.workingFolder;
    },
  };
}

function asText(value: string): string {
  return textOf(value) ?? bytesOf(value).toString('utf8');
}
