/** Prints failures on standard error. This path may be slow: it reads the manifests again to point into them. */
import { join } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { shortened } from '#schemas/shortened.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { SHOWN_USER_CONFIG } from '#schemas/user-config.js';
import { bugIn } from '../bug.js';
import type { Failure, UsageError } from '../failure.js';
import { configFile } from '../inputs/folders.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { checkoutOf } from '../plan/checkout.js';
import { frontEnd } from '../plan/front-end.js';
import { nodeHost } from '../plan/node-host.js';
import { identityOf, readSource } from '../plan/read-source.js';
import { prefixOf, shownFile, shownFrom } from '../plan/shown-places.js';
import type { CallContext } from '../session/call.js';
import { decodeUtf8, withoutMark } from '../values/utf8.js';
import type { Called } from './called.js';
import { writeErr } from './output.js';
import { notePrinted } from './printed-codes.js';
import { terminalWidth } from './text-width.js';
import { useColour } from './views/colour.js';
import { type DiagnosticsLayout, renderDiagnostics } from './views/diagnostics.js';
import { escapeForTerminal } from './views/terminal-text.js';

const STDERR = 2;

/** Under a scope no source line is shown: it could name what is hidden (spec 4.2, rule 10). */
export async function printFailure(
  { diagnostics }: Failure,
  { manifest, named, isScoped, complete }: Called,
  context: CallContext,
): Promise<void> {
  const placed = manifest === null || isScoped ? diagnostics : await placeSubjects(diagnostics, manifest);
  await printDiagnostics(await complete(placed), manifest, context, named);
}

/** Adds to findings of the run time their place in the manifest. */
async function placeSubjects(
  diagnostics: readonly Diagnostic[],
  manifest: ManifestLocation,
): Promise<readonly Diagnostic[]> {
  if (!diagnostics.some(({ at, about }) => at === null && about !== null)) return diagnostics;
  const { placeFindings } = await frontEnd();
  return diagnostics.map(await placeFindings(nodeHost(manifest.folder), manifest.name));
}

/** Every command prints the same findings with the same text. Lines are wrapped only on a terminal: in a log, whole sentences can be searched. */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  manifest: ManifestLocation | null,
  context: CallContext,
  named: readonly string[] = [],
): Promise<void> {
  const width = terminalWidth(STDERR);
  const layout = { named, colour: useColour(STDERR, context.variables), ...(width !== null && { width }) };
  writeErr(await diagnosticsText(diagnostics, manifest, context, layout));
  notePrinted(diagnostics);
}

/** `named`: files that the call names itself. */
type ShownLayout = Omit<DiagnosticsLayout, 'locate'> & { readonly named?: readonly string[] };

/** The findings as text; paths are relative to the working folder, so that they can be opened from there. */
export async function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  manifest: ManifestLocation | null,
  context: CallContext,
  { named = [], ...layout }: ShownLayout,
): Promise<string> {
  const here = workingFolderOf(context);
  // Without a manifest, the user configuration and files of the command itself are pointed into.
  const from = manifest ?? { folder: here, name: '' };
  const prefix = prefixOf(from.folder, here);
  const shown = diagnostics.map((diagnostic) => shownFrom(prefix, diagnostic));
  return renderDiagnostics(shown, { locate: await locateIn(diagnostics, from, prefix, context, named), ...layout });
}

/** The root where it was removed: no path starts from there then. */
function workingFolderOf(context: CallContext): string {
  try {
    return context.workingFolder;
  } catch {
    return '/';
  }
}

export function printUsage({ message, help }: UsageError): void {
  writeErr(`error: ${shown(message)}\n${help === null ? '' : `  = help: ${shown(help)}\n`}`);
}

/** What was typed is repeated only up to this length. */
function shown(text: string): string {
  return shortened(escapeForTerminal(withoutCredentials(text)), LONGEST_USAGE);
}
const LONGEST_USAGE = 800;

export function printBug(error: unknown): void {
  writeErr(
    `error: ${escapeForTerminal(bugIn(error))}\n  = help: please report it with the command you ran, without its values\n`,
  );
}

/** The files that findings point into, read again: errors are rare, so no text is kept for them. */
async function locateIn(
  diagnostics: readonly Diagnostic[],
  manifest: ManifestLocation,
  prefix: string,
  context: CallContext,
  named: readonly string[],
): Promise<Locate> {
  const places = diagnostics.flatMap(({ at, labels }) => [at, ...labels.map((label) => label.at)]);
  const files = new Set(places.flatMap((place) => (place === null ? [] : [place.file])));
  if (files.size === 0) return () => null;
  const isInCheckout = checkoutOf(manifest.folder);
  const sources = [...files].flatMap((file) => {
    const path = absolutePath(file, manifest, context);
    const text = path === null ? null : textOf(path);
    if (path === null || text === null) return [];
    const isOwn = file === manifest.name || file === SHOWN_USER_CONFIG || named.includes(path);
    const origin = isInCheckout(identityOf(path)) ? ('parent' as const) : ('outside' as const);
    return [{ path: shownFile(prefix, file), text, ...(!isOwn && { origin }) }];
  });
  const { locator } = await frontEnd();
  return locator(sources);
}

function absolutePath(file: string, { folder }: ManifestLocation, { variables }: CallContext): string | null {
  return file === SHOWN_USER_CONFIG ? configFile(variables) : join(folder, file);
}

/** Null if there is no text to point into. A file in another encoding has lines, too. */
function textOf(path: string): string | null {
  const source = readSource(path);
  if (source.kind !== 'bytes') return null;
  return withoutMark(decodeUtf8(source.bytes) ?? Buffer.from(source.bytes).toString('latin1'));
}
