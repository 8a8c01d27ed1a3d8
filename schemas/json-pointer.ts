/** Pointers into documents (RFC 6901): slash-delimited segments, with `~0` for `~` and `~1` for `/` (spec 2.11). */

/**
 * What is wrong with a pointer's text, as a clause, or null. How deep a pointer may go is judged where the document is
 * read.
 */
export function pointerProblem(pointer: string): string | null {
  if (pointer !== '' && !pointer.startsWith('/')) return 'does not start with `/`';
  return /~(?![01])/u.test(pointer) ? 'has a `~` that is not `~0` or `~1`' : null;
}

/** Unescaped segments of a sound pointer. The empty pointer has none and means the whole document. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer of these segments, as a manifest spells it. */
export function pointerText(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
