/**
 * Pass 1: entry path → source files, parents first. Takes the host; reports what is missing, unreadable or circular.
 * Afterwards all text is in memory, read as TOML once, and the host is not used again (semantics 1.3).
 */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { chained } from '#schemas/diagnostics/list-names.js';
import type { Host } from '../host.js';
import type { SourceFile } from '../source/source-file.js';
import { readToml, type TomlTable } from '../toml/read-toml.js';

export interface LoadedFile extends SourceFile {
  /** Null if the text is not TOML, which has been reported. */
  readonly values: TomlTable | null;
}

interface Visit {
  readonly path: string;
  readonly identity: string;
  readonly file: LoadedFile;
  readonly parents: Iterator<Parent>;
}
interface Parent {
  readonly path: string;
  readonly at: Place;
}

export async function load(host: Host, entry: string, report: Report): Promise<readonly LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  const finished = new Set<string>();
  // The path from the entry to the current file; a file that is already on it closes a cycle. No recursion: chains may be long.
  const way: Visit[] = [];
  const first = await visit(host, { path: entry, at: { file: entry, path: [], part: 'value' } }, null, report);
  if (first !== null) way.push(first);
  for (let current = way.at(-1); current !== undefined; current = way.at(-1)) {
    const next = current.parents.next();
    if (next.done === true) {
      way.pop();
      finished.add(current.identity);
      loaded.push(current.file);
      continue;
    }
    const parent = await visit(host, next.value, current.file, report);
    if (parent === null || finished.has(parent.identity)) continue;
    if (way.some(({ identity }) => identity === parent.identity)) reportCircle(way, parent, next.value.at, report);
    else way.push(parent);
  }
  return loaded;
}

async function visit(
  host: Host,
  { path, at }: Parent,
  child: LoadedFile | null,
  report: Report,
): Promise<Visit | null> {
  const found = await host.read(path);
  switch (found.kind) {
    case 'absent':
      report(
        child === null
          ? inheritance.E0308({ name: path, path, nearest: null }, { at })
          : inheritance.E0301({ path }, { at }),
      );
      return null;
    case 'unreadable':
      report(inheritance.E0302({ path, reason: found.reason }, { at }));
      return null;
    case 'not text':
      report(syntax.E0102({ path, line: found.line }, { at }));
      return null;
    case 'file':
      // A host that holds texts may return unpaired surrogates, which a plan cannot contain.
      if (found.text.isWellFormed()) break;
      report(
        syntax.E0102({ path, line: found.text.split('\n').findIndex((line) => !line.isWellFormed()) + 1 }, { at }),
      );
      return null;
  }
  const text = found.text.startsWith('\uFEFF') ? found.text.slice(1) : found.text;
  const values = readToml(path, text, report);
  if (found.isOutside === true && values !== null && !isManifest(values)) {
    report(inheritance.E0310({ path }, { at }));
    return null;
  }
  const file: LoadedFile = {
    path,
    text,
    values,
    ...(child !== null && { origin: found.isOutside ? 'outside' : 'parent' }),
  };
  return { path, identity: found.identity, file, parents: parentsOf(file, report).values() };
}

/** The valid entries of `extends`; the next pass checks the shape. */
function parentsOf(file: LoadedFile, report: Report): readonly Parent[] {
  const project = file.values?.['project'];
  if (typeof project !== 'object' || project === null || !('extends' in project) || !Array.isArray(project.extends))
    return [];
  const parents: Parent[] = [];
  project.extends.forEach((entry: unknown, index) => {
    if (typeof entry !== 'string') return;
    const at: Place = { file: file.path, path: ['project', 'extends', index], part: 'value' };
    if (isAbsolute(entry)) report(inheritance.E0307({ path: entry }, { at }));
    else parents.push({ path: parentPath(file.path, entry), at });
  });
  return parents;
}

/** The paths of the files that a manifest extends, as far as they are valid. */
export function parentPaths(path: string, values: TomlTable): readonly string[] {
  return parentsOf({ path, text: '', values }, () => {}).map((parent) => parent.path);
}

/** Nothing about another file is shown, not even the names of its keys. */
function isManifest({ project }: TomlTable): boolean {
  return typeof project === 'object' && project !== null && 'revision' in project;
}

/** A drive counts, and so does a URI. */
function isAbsolute(entry: string): boolean {
  return /^(?:[/\\~]|[A-Za-z][A-Za-z0-9+.-]*:)/u.test(entry);
}

/** An entry that ends in `.toml` is a file; anything else is a folder (semantics 1.3). */
function parentPath(child: string, entry: string): string {
  const target = entry.endsWith('.toml') ? entry : `${entry}/manifest.toml`;
  return joined(child, target);
}

/** The path of `target` as seen from the folder of `child`, `.` and `..` folded where they can be. */
function joined(child: string, target: string): string {
  const segments: string[] = [];
  for (const segment of [...child.split('/').slice(0, -1), ...target.split('/')]) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}

function reportCircle(way: readonly Visit[], again: Visit, at: Place, report: Report): void {
  const start = way.findIndex(({ identity }) => identity === again.identity);
  const names = way.slice(start).map(({ path }) => path);
  report(inheritance.E0303({ chain: chained([...names, names[0] ?? '']) }, { at }));
}
