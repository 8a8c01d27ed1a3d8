/**
 * What `tool lint` finds in a manifest and its parents, by the text it is found in. What it finds in files of stores is left out:
 * an editor contacts no store, and starts no git.
 */
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Diagnostic as Shown } from 'vscode-languageserver-protocol';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-types';
import type { Diagnostic, Fix, Place } from '#schemas/diagnostics/diagnostic.js';
import { Failure } from '../../failure.js';
import { areFewer } from '../fewer-findings.js';
import { type LintFindings, lintManifest } from '../lint-manifest.js';
import type { ManifestFile } from './manifest-file.js';
import type { Manifests } from './manifests.js';

/** One finding, where it is, and how it is shown. */
export interface Found {
  readonly diagnostic: Diagnostic;
  readonly path: string;
  readonly span: Span;
  readonly shown: Shown;
}
interface Span {
  readonly start: number;
  readonly end: number;
}
type FileAt = (path: string) => ManifestFile | null;
export interface FoundIn {
  readonly findings: LintFindings;
  readonly found: readonly Found[];
}

/** Null where there is no manifest any more. One compilation serves all who ask until something is changed. */
export function findingsIn(manifests: Manifests, path: string): Promise<FoundIn | null> {
  return manifests.findingsOf(path, async (fileAt) => {
    const findings = await lintOf(manifests, path, fileAt);
    if (findings === null) return null;
    const found = findings.diagnostics.flatMap((diagnostic) => shownAs(fileAt, path, findings, diagnostic) ?? []);
    return { findings, found };
  });
}

/** The path of a file that a finding names, as seen from the manifest. */
export function pathIn(manifest: string, file: string): string {
  return file === basename(manifest) ? manifest : join(folderOf(manifest), file);
}

/** The edits of a fix in their files; null if one of them has no place. */
export function placedEdits(manifests: Manifests, path: string, fix: Fix, { locate }: LintFindings) {
  const textOf = (file: string) => manifests.file(pathIn(path, file))?.text ?? null;
  return manifests.compiler.fixEdits(fix, textOf, locate);
}

/** Whether a changed text has the finding no more, and no other than it had. */
export async function remainsAfter(
  manifests: Manifests,
  file: ManifestFile,
  changed: string,
  before: LintFindings,
  corrected: Diagnostic,
): Promise<boolean> {
  const after = await lintOf(manifests, file.path, (path) => manifests.file(path), new Map([[file.path, changed]]));
  if (after === null) return false;
  return areFewer(before, after, [corrected]);
}

async function lintOf(
  manifests: Manifests,
  path: string,
  fileAt: FileAt,
  changed: ReadonlyMap<string, string> = new Map(),
): Promise<LintFindings | null> {
  const folder = folderOf(path);
  const name = basename(path);
  const openText = (asked: string) => {
    const one = asked === join(folder, name) ? path : asked;
    const file = fileAt(one);
    return changed.get(one) ?? (file === null || file.version === null ? null : file.text);
  };
  try {
    return await lintManifest({ folder, name }, { allow: new Set(), from: folder, claims: manifests.claims, openText });
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** A text that is in no file has no folder, so that it has no parents. */
function folderOf(path: string): string {
  return isAbsolute(path) ? dirname(path) : NOWHERE;
}
const NOWHERE = '/dev/null/untitled';

function shownAs(fileAt: FileAt, entry: string, { locate }: LintFindings, diagnostic: Diagnostic): Found | null {
  const placed = (place: Place | null) => {
    const path = place === null ? entry : pathIn(entry, place.file);
    const file = fileAt(path);
    const { start = 0, end = 0 } = (place && locate(place)) ?? {};
    return file && { path, span: { start, end }, at: { uri: file.uri, range: file.positions.range({ start, end }) } };
  };
  const { code, severity, message, help, labels } = diagnostic;
  const own = placed(diagnostic.at);
  if (own === null) return null;
  const related = labels.flatMap(({ at, text }) => {
    const other = placed(at);
    return other === null ? [] : [{ location: other.at, message: text }];
  });
  const shown: Shown = {
    range: own.at.range,
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'tool',
    // Clients show one text: what is wrong, and then what to do.
    message: help === null ? message : `${message}\n\n${help}`,
    ...(code === UNUSED && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related.length > 0 && { relatedInformation: related }),
  };
  return { diagnostic, path: own.path, span: own.span, shown };
}
const UNUSED = 'W0601';
