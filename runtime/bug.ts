/**
 * A bug in words. If it happens, the user needs a short message and the place, not a page of internals. The message of the error is not
 * shown: messages of the runtime quote their input, which may be a value.
 */

export function bugIn(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return `this is a bug in tool (${[name, ...placesOf(error)].join(' at ')})`;
}

const MOST_PLACES = 3;

/** The innermost stack frames in our code: `program.js:1:4711`. */
function placesOf(error: unknown): readonly string[] {
  const frames = (error instanceof Error ? (error.stack ?? '') : '').matchAll(/^ {4}at .*?([\w.-]+:\d+:\d+)\)?$/gmu);
  return [...frames].slice(0, MOST_PLACES).map(([, place = '']) => place);
}
