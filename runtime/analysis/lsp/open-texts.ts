/** The texts that the client has open: they hold instead of the files. */
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { pathOf } from './file-uris.js';
import { type PositionEncoding, positionsIn } from './text-positions.js';

export interface OpenText {
  /** As the client spells it. */
  readonly uri: string;
  /** Null: in no file. */
  readonly path: string | null;
  readonly version: number;
  readonly text: string;
}

export class OpenTexts {
  readonly #byUri = new Map<string, OpenText>();
  readonly #encoding: () => PositionEncoding;

  constructor(encoding: () => PositionEncoding) {
    this.#encoding = encoding;
  }

  open(uri: string, version: number, text: string): void {
    this.#byUri.set(uri, { uri, path: pathOf(uri), version, text });
  }

  /** Of a text that is not open nothing changes. */
  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    const known = this.#byUri.get(uri);
    if (known === undefined) return;
    const text = changes.reduce((before, change) => this.#changed(before, change), known.text);
    this.#byUri.set(uri, { ...known, version, text });
  }

  close(uri: string): void {
    this.#byUri.delete(uri);
  }

  get(uri: string): OpenText | null {
    return this.#byUri.get(uri) ?? null;
  }

  /** The one of a file, however its address is spelled. */
  at(path: string): OpenText | null {
    return this.all().find((open) => open.path === path) ?? null;
  }

  all(): readonly OpenText[] {
    return [...this.#byUri.values()];
  }

  #changed(text: string, change: TextDocumentContentChangeEvent): string {
    if (!('range' in change)) return change.text;
    const positions = positionsIn(text, this.#encoding());
    const [start, end] = [positions.offset(change.range.start), positions.offset(change.range.end)];
    return text.slice(0, Math.min(start, end)) + change.text + text.slice(Math.max(start, end));
  }
}
