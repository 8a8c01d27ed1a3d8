/** The words of W0202: why a comment `# tool: allow …`, or a code in it, has no effect. */

export type IdleAllowance =
  | { readonly kind: 'error'; readonly word: string; readonly code: string }
  | { readonly kind: 'unknown'; readonly word: string; readonly nearest: string | null }
  | { readonly kind: 'no code' }
  | { readonly kind: 'no place' };

export function idleAllowance(p: IdleAllowance): { readonly message: string; readonly help: string } {
  switch (p.kind) {
    case 'error':
      return {
        message: `\`${p.code}\` is an error, and only warnings can be allowed`,
        help: `\`tool explain ${p.code}\` shows how to correct it`,
      };
    case 'unknown':
      return {
        message: `\`${p.word}\` is not the code of a warning`,
        help:
          p.nearest === null
            ? 'write codes such as `W0604`, and a reason after ` -- `'
            : `did you mean \`${p.nearest}\`?`,
      };
    case 'no code':
      return { message: 'no code follows `allow`', help: 'write `# tool: allow CODE` with the code of a warning' };
    case 'no place':
      return {
        message: 'neither this line nor the next one has a key or a table',
        help: 'write the comment on the line of the key or table, or on the line above it',
      };
  }
}
