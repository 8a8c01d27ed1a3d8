/** The hook that git runs before a commit: it searches the index, once for each manifest, then runs the hook that was there before. */
import { shellWord } from '#schemas/diagnostics/missing-secret.js';

/** The name that a hook gets that was there before. */
export const KEPT_NAME = 'pre-commit.before-tool';

const MARK = '# Searches what is committed for values of secrets: `tool scan --install-hook` has written this file,';

export function isOurs(hook: string): boolean {
  return hook.includes(MARK);
}

/** The line for a manifest, as a path from the top of the work tree. */
export function lineOf(manifest: string): string {
  return `search ${shellWord(`./${manifest}`)}`;
}

export function linesIn(hook: string): readonly string[] {
  return hook.split('\n').filter((line) => line.startsWith('search '));
}

/** `program`: this one, by its absolute path. */
export function hookText(program: readonly string[], lines: readonly string[]): string {
  const [first = 'tool'] = program;
  return `#!/bin/sh
${MARK}
# and \`tool scan --uninstall-hook\` removes it, and puts back the hook that was here before.
tool() {
  if [ -x ${shellWord(first)} ]; then ${program.map(shellWord).join(' ')} "$@"; else command tool "$@"; fi
}
search() {
  [ -f "$1" ] || return 0
  tool scan --staged --file "$1" && return 0
  echo 'pre-commit: tool scan --staged has refused the commit; git commit --no-verify skips it' >&2
  exit 1
}
${lines.join('\n')}
kept=\${0%/*}/${KEPT_NAME}
[ ! -x "$kept" ] || exec "$kept" "$@"
`;
}
