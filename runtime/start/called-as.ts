/** The arguments of the executable, which is a credential helper if it is called by the name of one. */

const HELPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['git-credential-tool', ['git', 'credential']],
  ['docker-credential-tool', ['docker', 'credential']],
]);

/** `program`: as it was called, with or without a path. */
export function wordsCalled(program: string, words: readonly string[]): readonly string[] {
  const name = program.replace(/^.*[\\/]/su, '').replace(/\.exe$/iu, '');
  return [...(HELPERS.get(name) ?? []), ...words];
}
