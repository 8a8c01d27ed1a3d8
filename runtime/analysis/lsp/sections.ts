/** The parts of a text that a header begins. */
import type { Occurrence } from '../../plan/front-end.js';
import type { ManifestFile } from './manifest-file.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Each header with all below it, up to the next one; the blank lines and comments before that belong to it. */
export function sectionsOf({ readable, mentions }: ManifestFile): readonly Span[] {
  const starts = [
    ...new Set(mentions.flatMap(({ around }) => (isHeader(readable, around.start) ? [around.start] : []))),
  ];
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? readable.length;
    const section = readable.slice(start, next).replace(/(?:\s|(?<=\n)[ \t]*#[^\n]*)*$/u, '');
    return { start, end: start + section.length };
  });
}

/** What is declared, from its name to its end: with all below its header. */
export function sectionAround(file: ManifestFile, { around }: Occurrence): Span {
  if (!isHeader(file.readable, around.start)) return around;
  return sectionsOf(file).find(({ start }) => start === around.start) ?? around;
}

function isHeader(text: string, offset: number): boolean {
  return text[offset] === '[' && /^[ \t]*$/u.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset));
}
