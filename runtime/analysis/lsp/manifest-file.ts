/** One manifest as the server sees it: the open text or the file, and what can be read of it. Each part is found once. */
import type { EditorFrontEnd, Mention, Occurrence } from '../../plan/front-end.js';
import { type PositionEncoding, positionsIn, type TextPositions } from './text-positions.js';

export interface ManifestFile {
  readonly path: string;
  readonly uri: string;
  /** Of the open text; null for a file. */
  readonly version: number | null;
  /** Without a byte order mark. */
  readonly text: string;
  /** The same with what cannot be read blanked. */
  readonly readable: string;
  readonly names: readonly Occurrence[];
  readonly mentions: readonly Mention[];
  /** Of offsets in `text`. */
  readonly positions: TextPositions;
  /** The paths of the files that it extends. */
  readonly parents: readonly string[];
}

export interface FileSource {
  readonly path: string;
  readonly uri: string;
  readonly version: number | null;
  readonly content: string;
  /** The paths of what `extends` names, from the text that can be read. */
  readonly parentsOf: (readable: string) => readonly string[];
}

export function manifestFile(source: FileSource, encoding: PositionEncoding, compiler: EditorFrontEnd): ManifestFile {
  const { path, uri, version, content } = source;
  const mark = content.startsWith('\uFEFF') ? 1 : 0;
  const text = content.slice(mark);
  const readable = once(() => compiler.recovered(text));
  const mentions = once(() => compiler.mentionsOf(readable()));
  const names = once(() => compiler.namesAmong(readable(), mentions()));
  // A client that has the mark in its text counts it; of a file it is no part of what a client will see.
  const positions = once(() =>
    version === null || mark === 0 ? positionsIn(text, encoding) : moved(positionsIn(content, encoding), mark),
  );
  const parents = once(() => (text.includes('extends') ? source.parentsOf(readable()) : []));
  return {
    path,
    uri,
    version,
    text,
    get readable() {
      return readable();
    },
    get names() {
      return names();
    },
    get mentions() {
      return mentions();
    },
    get positions() {
      return positions();
    },
    get parents() {
      return parents();
    },
  };
}

function moved(positions: TextPositions, by: number): TextPositions {
  const position = (offset: number) => positions.position(offset + by);
  return {
    position,
    range: ({ start, end }) => ({ start: position(start), end: position(end) }),
    offset: (at) => Math.max(positions.offset(at) - by, 0),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
