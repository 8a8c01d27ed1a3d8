/** What every answer is made from: the manifests, and what the client said about itself. */
import type { ClientCapabilities, Range } from 'vscode-languageserver-protocol';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import type { Occurrence } from '../../plan/front-end.js';
import type { ManifestFile } from './manifest-file.js';
import type { Manifests } from './manifests.js';

export interface Editor {
  readonly manifests: Manifests;
  readonly client: ClientCapabilities;
  /** Names that the client says its user has as aliases. */
  readonly userAliases: readonly string[];
}

/** A point of a manifest. */
export interface Spot {
  readonly file: ManifestFile;
  readonly offset: number;
}

type Params = Readonly<Record<string, unknown>>;

/** The manifest that a request is about; null for another text. */
export function fileIn({ manifests }: Editor, params: unknown): ManifestFile | null {
  const { textDocument } = asRecord(params);
  const { uri } = asRecord(textDocument);
  if (typeof uri !== 'string') throw invalid('`textDocument.uri` must be a string');
  return manifests.at(uri);
}

export function spotIn(editor: Editor, params: unknown): Spot | null {
  const file = fileIn(editor, params);
  const { position } = asRecord(params);
  return file === null ? null : { file, offset: offsetIn(file, position) };
}

/** A whole range of the text, as offsets. */
export function rangeIn(file: ManifestFile, params: unknown): { readonly start: number; readonly end: number } {
  const { start, end } = asRecord(asRecord(params)['range']);
  return { start: offsetIn(file, start), end: offsetIn(file, end) };
}

export function offsetIn(file: ManifestFile, position: unknown): number {
  const { line, character } = asRecord(position);
  if (!isCount(line) || !isCount(character)) throw invalid('a position has a `line` and a `character`, counted from 0');
  return file.positions.offset({ line, character });
}

/** The name at the point: the cursor may be before or after it. */
export function occurrenceAt({ file, offset }: Spot): Occurrence | null {
  return file.names.find(({ span }) => span.start <= offset && offset <= span.end) ?? null;
}

export function rangeOf(file: ManifestFile, span: { readonly start: number; readonly end: number }): Range {
  return file.positions.range(span);
}

export function asRecord(value: unknown): Params {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Params;
  throw invalid('an object is expected');
}

export function invalid(message: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
