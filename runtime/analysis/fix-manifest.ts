/**
 * Makes the preferred corrections of what `lint` finds. Those are made that remove their finding and add none, which is tried
 * before a file is written; all other bytes of a file stay.
 */
import { join } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail } from '../failure.js';
import { FileFault } from '../files/files.js';
import { nodeFiles } from '../files/node-files.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { frontEnd, type PlacedFix } from '../plan/front-end.js';
import { shownFile } from '../plan/shown-places.js';
import { decodeUtf8 } from '../values/utf8.js';
import { areFewerOrUncovered, wordsOf } from './fewer-findings.js';
import { type LintFindings, type LintOptions, lintManifest } from './lint-manifest.js';

/** A correction that was made, and where it was. */
export interface MadeFix {
  readonly code: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Ends the search where corrections call for each other. */
const MOST_ROUNDS = 200;

/** What was corrected, in the order of the rounds that found it. */
export async function fixManifest(manifest: ManifestLocation, options: LintOptions): Promise<readonly MadeFix[]> {
  const texts = new Map<string, string>();
  const originals = new Map<string, Buffer>();
  const lint = (changed: ReadonlyMap<string, string>) =>
    lintManifest(manifest, { ...options, openText: (path) => changed.get(path) ?? null });
  const made: MadeFix[] = [];
  const refused = new Set<string>();
  let before = await lint(texts);
  let most = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const chosen = choices(before, refused).slice(0, most);
    if (chosen.length === 0) break;
    const trial = await withFixes(chosen, texts, originals, options.from);
    const after = await lint(trial);
    if (
      areFewerOrUncovered(
        before,
        after,
        chosen.map(({ finding }) => finding),
      )
    ) {
      for (const [path, text] of trial) texts.set(path, text);
      made.push(...chosen.map(madeOf));
      before = after;
      most = Number.POSITIVE_INFINITY;
    } else if (chosen.length > 1) most = Math.ceil(chosen.length / 2);
    else {
      for (const { finding } of chosen) refused.add(wordsOf(finding));
      most = Number.POSITIVE_INFINITY;
    }
  }
  for (const [path, text] of texts) await write(path, originals.get(path) ?? Buffer.alloc(0), text, options.from);
  return made;
}

interface Choice {
  readonly finding: Diagnostic;
  readonly fix: PlacedFix;
}

/** The preferred fixes, without those that touch what an earlier one changes. */
function choices({ diagnostics, fixesOf }: LintFindings, refused: ReadonlySet<string>): readonly Choice[] {
  const chosen: Choice[] = [];
  for (const finding of diagnostics) {
    const fix = refused.has(wordsOf(finding)) ? undefined : fixesOf?.(finding).find(({ preferred }) => preferred);
    if (fix !== undefined && !chosen.some((other) => touches(other.fix, fix))) chosen.push({ finding, fix });
  }
  return chosen;
}

function touches(one: PlacedFix, other: PlacedFix): boolean {
  return one.edits.some((left) =>
    other.edits.some((right) => left.file === right.file && left.start <= right.end && right.start <= left.end),
  );
}

async function withFixes(
  chosen: readonly Choice[],
  texts: ReadonlyMap<string, string>,
  originals: Map<string, Buffer>,
  from: string,
): Promise<ReadonlyMap<string, string>> {
  const { withEdits } = await frontEnd();
  const changed = new Map(texts);
  const edits = chosen.flatMap(({ fix }) => fix.edits);
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const path = join(from, file);
    const text = changed.get(path) ?? (await read(path, file, originals));
    changed.set(
      path,
      withEdits(
        text,
        edits.filter((edit) => edit.file === file),
      ),
    );
  }
  return changed;
}

/** Without a byte order mark, as places count. */
async function read(path: string, shown: string, originals: Map<string, Buffer>): Promise<string> {
  try {
    const bytes = Buffer.from((await nodeFiles().read(path)) ?? '');
    originals.set(path, bytes);
    return (decodeUtf8(bytes) ?? '').replace(/^\uFEFF/u, '');
  } catch (error) {
    if (error instanceof FileFault) fail(inheritance.E0302({ path: shown, reason: error.problem }));
    throw error;
  }
}

async function write(path: string, original: Buffer, text: string, from: string): Promise<void> {
  const mark = original.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : Buffer.alloc(0);
  const shown = shownFile('', path.startsWith(from) ? path.slice(from.length).replace(/^[/\\]/u, '') : path);
  const changedMeanwhile = 'it was changed in the meantime';
  try {
    await nodeFiles().update(path, (bytes) => {
      if (bytes === null || !original.equals(bytes)) fail(delivery.E1208({ path: shown, reason: changedMeanwhile }));
      return Buffer.concat([mark, Buffer.from(text)]);
    });
  } catch (error) {
    if (error instanceof FileFault) fail(delivery.E1208({ path: shown, reason: error.problem }));
    throw error;
  }
}
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function madeOf({ finding: { code }, fix }: Choice): MadeFix {
  const { file = '', line = 1, column = 1 } = fix.edits[0] ?? {};
  return { code, title: fix.title, file, line, column };
}
