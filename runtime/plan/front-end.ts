/** The bridge: the one import of the compiler, and a dynamic one, so that a warm start never loads it. */

export type FrontEnd = typeof import('#compiler/index.js');

export function frontEnd(): Promise<FrontEnd> {
  return import('#compiler/index.js');
}
