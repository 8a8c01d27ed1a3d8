/** The line of Git's configuration that starts the helper: which program, for which address, with the options that were given. */
import type { HelperOptions } from '../helper-options.js';

/** Git starts `git-credential-NAME` for NAME, an absolute path as it is, and what follows a `!` by a shell, like the other two. */
export type HelperProgram =
  | { readonly kind: 'in the path'; readonly name: string }
  | { readonly kind: 'words'; readonly words: readonly string[] };

export function helperLine(program: HelperProgram, url: string, options: HelperOptions): string {
  const words = [
    '--url',
    url,
    ...option('--username', options.username),
    ...option('--username-secret', options.usernameSecret),
    ...option('--token-secret', options.tokenSecret),
    ...option('--file', options.file),
    ...option('--profile', options.profile),
    ...option('--provider', options.provider),
  ];
  return [start(program), ...words.map(shellWord)].join(' ');
}

/** Whether `configure` wrote this line. */
export function isOurs(helper: string): boolean {
  const [program] = helper.split(' --url ', 1);
  if (program === undefined || program === helper) return false;
  return program === NAME || /git-credential-tool(\.js)?'?$|'? git credential$/u.test(program);
}

const NAME = 'tool';

function option(name: string, value: string | null): readonly string[] {
  if (value === null) return [];
  return value.startsWith('-') ? [`${name}=${value}`] : [name, value];
}

function start(program: HelperProgram): string {
  if (program.kind === 'in the path') return program.name;
  const words = program.words.map(shellWord);
  return words[0]?.startsWith('/') === true ? words.join(' ') : `!${words.join(' ')}`;
}

/** Git adds the operation and leaves the rest to `sh`. */
function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
