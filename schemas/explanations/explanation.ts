/** The long text of a code: what `tool explain` prints and `docs/errors.md` is made of. Never loaded to report a finding. */

export interface Explanation {
  /** What happened and why it is judged so, in two to six sentences on one line. */
  readonly text: string;
  readonly wrong: Example;
  readonly right: Example;
}

/** A part of a manifest, with project and profile only where they matter; of a user configuration; of a file of values; or what is typed. */
export interface Example {
  readonly kind: 'manifest' | 'user configuration' | 'values' | 'console';
  /** Ends with a line end. */
  readonly text: string;
}
export type Explanations = Readonly<Record<string, Explanation>>;

export function manifest(...lines: readonly string[]): Example {
  return { kind: 'manifest', text: lines.map((line) => `${line}\n`).join('') };
}

export function userConfiguration(...lines: readonly string[]): Example {
  return { kind: 'user configuration', text: lines.map((line) => `${line}\n`).join('') };
}

/** Lines of the file that `tool edit` opens. */
export function values(...lines: readonly string[]): Example {
  return { kind: 'values', text: lines.map((line) => `${line}\n`).join('') };
}

export function shell(...commands: readonly string[]): Example {
  return { kind: 'console', text: commands.map((command) => `$ ${command}\n`).join('') };
}
