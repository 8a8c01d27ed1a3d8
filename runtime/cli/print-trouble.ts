/** Prints why two plans cannot be compared, on standard error: each part under the name of its plan, separated by a blank line. */
import { posix, resolve } from 'node:path';
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import type { NamedTrouble, NoComparison } from '../analysis/compare-plans.js';
import type { CallContext } from '../inputs/call-context.js';
import { nearestPath } from '../inputs/nearest-path.js';
import { frontEnd } from '../plan/front-end.js';
import type { SideOrigin, Trouble } from '../plan/side.js';
import { writeErr } from './output.js';
import { diagnosticsText } from './print-failure.js';
import { notePrinted } from './printed-codes.js';
import { useColour } from './views/colour.js';
import { renderDiagnostics } from './views/diagnostics.js';

const STDERR = 2;

export async function printTrouble({ sides }: NoComparison, context: CallContext): Promise<void> {
  const texts: string[] = [];
  for (const side of sides) texts.push(await troubleText(side, context));
  writeErr(texts.join('\n'));
  notePrinted(sides.flatMap(({ side }) => side.diagnostics));
}

async function troubleText({ name, shown, side: trouble }: NamedTrouble, context: CallContext): Promise<string> {
  const colour = useColour(STDERR, context.variables);
  const head =
    name === null ? '' : renderDiagnostics([headOf(name, shown, trouble, context)], { locate: () => null, colour });
  return `${head}${await reasonsText(trouble, colour, context)}`;
}

function headOf(
  side: 'old' | 'new',
  operand: string,
  { problem, quote, diagnostics, fetch }: Trouble,
  { workingFolder }: CallContext,
): Diagnostic {
  const isExplained = diagnostics.length > 0;
  // A revision has the name of a file only by accident.
  const nearest =
    !isExplained && /\.\w+$/u.test(operand) ? nearestPath(operand, resolve(workingFolder, operand)) : null;
  return planFiles.E1308({ side, operand, problem, isExplained, fetch, nearest }, { quote });
}

async function reasonsText({ diagnostics, origin }: Trouble, colour: boolean, context: CallContext): Promise<string> {
  switch (origin.kind) {
    case 'nowhere':
      return renderDiagnostics(diagnostics, { locate: () => null, colour });
    case 'manifest':
      return diagnosticsText(diagnostics, origin.manifest, context, { colour });
    case 'revision':
      return committedText(diagnostics, origin, colour);
  }
}

/** Places are shown as git names them: `main:services/api/manifest.toml`. */
async function committedText(
  diagnostics: readonly Diagnostic[],
  { revision, folder, files }: Extract<SideOrigin, { kind: 'revision' }>,
  colour: boolean,
): Promise<string> {
  const shownFile = (path: string) => `${revision}:${posix.join(folder, path)}`;
  const seen = (place: Place) => ({ ...place, file: shownFile(place.file) });
  const { locator } = await frontEnd();
  const locate = await locator(files.map((file) => ({ ...file, path: shownFile(file.path) })));
  const shown = diagnostics.map((diagnostic) => ({
    ...diagnostic,
    at: diagnostic.at && seen(diagnostic.at),
    labels: diagnostic.labels.map((label) => ({ ...label, at: seen(label.at) })),
  }));
  return renderDiagnostics(shown, { locate, colour });
}
