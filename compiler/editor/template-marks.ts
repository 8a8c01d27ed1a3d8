/** What stands out inside the templates of a text: the names of references, and `$$`. */
import type { Mention } from '../source/mentions.js';
import { type Span, spanInString, valueOfString } from '../source/toml-string.js';

export interface TemplateMark {
  readonly kind: 'reference' | 'escape';
  readonly span: Span;
}

/** In the order of the text. */
export function templateMarks(text: string, mentions: readonly Mention[]): readonly TemplateMark[] {
  return mentions.flatMap(({ kind, path, span }) => {
    const isTemplate = kind === 'value' && path.length === 4 && path[0] === 'profiles' && path[3] === 'composed';
    return isTemplate ? marksIn(text.slice(span.start, span.end), span.start) : [];
  });
}

function marksIn(written: string, at: number): readonly TemplateMark[] {
  if (!/^["']/u.test(written)) return [];
  return Array.from(valueOfString(written).matchAll(/\$\$|\$\{([^}]*)\}/gu), ({ 0: mark, 1: name, index }) => {
    const part =
      name === undefined
        ? { start: index, end: index + mark.length }
        : { start: index + '${'.length, end: index + '${'.length + name.length };
    const found = spanInString(written, part);
    return {
      kind: name === undefined ? 'escape' : 'reference',
      span: { start: at + found.start, end: at + found.end },
    } as const;
  });
}
