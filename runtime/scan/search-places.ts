/** What a call searches: files of folders, the index or the history of git; and what was found there, as it is reported. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { ScanFinding, ScanReport, UnsearchedFile } from '#schemas/scan-report.js';
import { SCAN_FORMAT } from '#schemas/scan-report.js';
import type { Progress } from '../execute/ports.js';
import { fail, UsageError } from '../failure.js';
import type { Variables } from '../inputs/folders.js';
import { GitTrouble } from '../programs/git-program.js';
import type { Occurrence } from './finder.js';
import { type GitBlob, type GitRepository, repositoryAt } from '../work-tree/git-repository.js';
import { scanBlobs } from './scan-blobs.js';
import { scanFiles } from './scan-files.js';
import type { ValuesSought } from './values-sought.js';
import { filesIn, type FoundFile } from '../work-tree/work-tree.js';

export interface Places {
  readonly form: 'files' | 'staged' | 'history';
  /** Files and folders, and with `history` ranges of commits too, as given. */
  readonly paths: readonly string[];
  /** Searched if no path is given. */
  readonly folder: string;
  readonly workingFolder: string;
  /** Shown paths start here. */
  readonly from: string;
  /** Files and folders that have values by design. */
  readonly exempt: readonly string[];
  readonly variables: Variables;
  readonly progress: Progress;
}

export async function searchPlaces(values: ValuesSought, places: Places): Promise<ScanReport> {
  const findings: ScanFinding[] = [];
  const add = (file: string, commit: string | null, { line, column, offset, form, value }: Occurrence) => {
    const secrets = values.secrets[value] ?? [];
    findings.push({ file, line, column, offset, commit, form, secrets });
  };
  const searched =
    places.form === 'files' ? await inFiles(values, places, add) : await inGit(values, places, places.form, add);
  return { format: SCAN_FORMAT, findings, notLookedFor: values.notSought, ...searched };
}

type Add = (file: string, commit: string | null, occurrence: Occurrence) => void;
type Searched = Pick<ScanReport, 'files' | 'bytes' | 'notSearched'>;

async function inFiles({ sought }: ValuesSought, places: Places, add: Add): Promise<Searched> {
  const { from, progress } = places;
  const notSearched: UnsearchedFile[] = [];
  const shown = (path: string) => relative(from, path) || path;
  const all = [...new Set(listed(places, (file, reason) => notSearched.push({ file: shown(file), reason })))];
  let done = 0;
  const { unread, ...counts } = await scanFiles(all, {
    sought,
    found: (path, occurrence) => add(shown(path), null, occurrence),
    started: (path) => progress({ done: done++, of: all.length, what: `searching ${shown(path)}` }),
  });
  return {
    ...counts,
    notSearched: [...notSearched, ...unread.map(({ path, reason }) => ({ file: shown(path), reason }))],
  };
}

/** `note`: a folder whose ignored files were searched too. */
function* listed(places: Places, note: (path: string, reason: string) => void): Generator<string> {
  const { paths, folder, workingFolder, variables } = places;
  const isExempt = exemption(places.exempt);
  const trouble = (path: string, detail: string | null) =>
    note(path, `git cannot say which files it ignores${detail === null ? '' : `: ${detail}`}`);
  const wanted = function* (files: Iterable<FoundFile>) {
    for (const { path, isTracked } of files) if (isTracked === true || !isExempt(path)) yield path;
  };
  for (const path of paths.length === 0 ? [folder] : paths.map((one) => resolve(workingFolder, one))) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`\`${relative(workingFolder, path) || path}\` does not exist`);
    // What is named is searched, also where it is a link.
    if (stats.isDirectory()) yield* wanted(filesIn(realpathSync(path), variables, trouble));
    else yield realpathSync(path);
  }
}

/** Compares real paths: a store may be reached over a link. */
function exemption(exempt: readonly string[]): (path: string) => boolean {
  const real = exempt.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  const files = new Set(real);
  const folders = real.filter((path) => statSync(path).isDirectory()).map((path) => `${path}/`);
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}

async function inGit(
  { sought }: ValuesSought,
  places: Places,
  form: 'staged' | 'history',
  add: Add,
): Promise<Searched> {
  const { workingFolder, from, progress, variables } = places;
  const what = form === 'staged' ? 'the index' : 'the history';
  try {
    const repository = repositoryAt(workingFolder, variables);
    const top = repository?.asked(['rev-parse', '--show-toplevel']) ?? null;
    if (repository === null || top === null)
      return fail(delivery.E1231({ what, reason: 'cannot be searched: this folder is not in a git repository' }));
    const shown = (blob: GitBlob) => relative(realOf(from), join(top, blob.path)) || blob.path;
    let done = 0;
    const counts = await scanBlobs(repository, blobsOf(repository, form, places), {
      sought,
      found: (blob, occurrence) => add(shown(blob), blob.commit, occurrence),
      started: (blob) => progress({ done: done, of: ++done, what: `searching ${shown(blob)}` }),
    });
    return { ...counts, notSearched: [] };
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    const { message, detail } = error;
    return fail(delivery.E1231({ what, reason: `${message}${detail === null ? '' : `: ${detail}`}` }));
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** An existing path is taken before a revision of that name. */
function blobsOf(repository: GitRepository, form: 'staged' | 'history', { paths, workingFolder }: Places) {
  if (form === 'staged') return repository.staged(paths);
  const isPath = (text: string) => existsSync(resolve(workingFolder, text));
  return repository.history(
    paths.filter((text) => !isPath(text)),
    paths.filter(isPath),
  );
}
