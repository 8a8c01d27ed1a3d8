/** Pointers of `extract`: slash-delimited, with `~0` and `~1` (spec 2.11). */

/** What is wrong with a pointer's text, or null. Depth and emptiness are judged where the document is decoded. */
export function pointerProblem(pointer: string): string | null {
  if (pointer !== '' && !pointer.startsWith('/')) return 'does not start with `/`';
  return /~(?![01])/u.test(pointer) ? 'has a `~` that is not `~0` or `~1`' : null;
}

/** Unescaped segments: `~1` is replaced first, then `~0`. The empty pointer has none. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
