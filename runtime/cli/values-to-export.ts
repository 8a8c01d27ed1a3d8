/** The values that `export` prints, as text of a format. What the format cannot hold is refused before anything is printed. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import type { DeliveredSecret } from '../redact/values-to-hide.js';

/** Names and texts. */
export type Values = readonly (readonly [string, string])[];

/** What readers of a format can take. */
export interface Format {
  readonly name: string;
  /** Other programs read the output as environment variables, which end at a NUL. */
  readonly holdsNul: boolean;
  /** Shells and GitHub take no other names for variables. */
  readonly needsShellNames: boolean;
}

/** All values as text; otherwise a failure that names every one that the format cannot hold. */
export function valuesToExport({ secrets, profile }: Resolution, format: Format): Values {
  const values: [string, string][] = [];
  const problems: Diagnostic[] = [];
  const unusable: string[] = [];
  for (const found of secrets) {
    if (found.status !== 'found' || found.delivered.kind === 'withheld') continue;
    const { secret } = found;
    if (format.needsShellNames && !SHELL_NAME.test(secret)) unusable.push(secret);
    const about = { about: { profile, secret } };
    const text = textOf(found.delivered);
    if (text === null) problems.push(delivery.E1202({ secret }, about));
    else if (text.includes('\0') && !format.holdsNul)
      problems.push(delivery.E1203({ secret, format: format.name }, about));
    else values.push([secret, text]);
  }
  if (unusable.length > 0) problems.push(delivery.E1214({ secrets: unusable, format: format.name }));
  return problems.length === 0 ? values : fail(...problems);
}

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Null if it is not text. */
export function textOf(delivered: DeliveredSecret['delivered']): string | null {
  return delivered.kind === 'path' ? delivered.path : (delivered.text ?? delivered.value).revealText();
}
