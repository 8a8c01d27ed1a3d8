/** The values that `export` prints, as text of a format. What the format cannot hold is refused before anything is printed. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import { type DeliveredSecret, deliveredIn } from '../redact/values-to-hide.js';

/** Names and texts. */
export type Values = readonly (readonly [string, string])[];

/** What readers of a format can take. */
export interface Limits {
  /** Other programs read the output as environment variables, which end at a NUL. */
  readonly holdsNul: boolean;
  /** Shells and GitHub take no other names for variables. */
  readonly needsShellNames: boolean;
  /** What else a value has that the format cannot hold, in words after its name; null where it can be written. */
  unwritable?(name: string, text: string): string | null;
}
export interface Format extends Limits {
  readonly name: string;
}

/** All values as text; otherwise a failure that names every one that the format cannot hold. */
export function valuesToExport({ secrets, profile }: Resolution, format: Format): Values {
  const values: [string, string][] = [];
  const problems: Diagnostic[] = [];
  const unusable: string[] = [];
  for (const { secret, delivered } of deliveredIn(secrets)) {
    if (format.needsShellNames && !SHELL_NAME.test(secret)) unusable.push(secret);
    const about = { about: { profile, secret } };
    const text = textOf(delivered);
    const has = text === null ? null : (format.unwritable?.(secret, text) ?? null);
    if (text === null) problems.push(delivery.E1202({ secret }, about));
    else if (text.includes('\0') && !format.holdsNul)
      problems.push(delivery.E1203({ secret, format: format.name }, about));
    else if (has !== null) problems.push(delivery.E1216({ secret, has, format: format.name }, about));
    else values.push([secret, text]);
  }
  requireShellNames(unusable, format.name, problems);
  return values;
}

/** The same as bytes, which can be anything, for a format that holds the values of `as_path` secrets, not their paths. */
export function bytesToExport({ secrets }: Resolution, format: string): readonly (readonly [string, Uint8Array])[] {
  const found = deliveredIn(secrets);
  const unusable = found.flatMap(({ secret }) => (SHELL_NAME.test(secret) ? [] : [secret]));
  requireShellNames(unusable, format, []);
  return found.map(({ secret, delivered }) => {
    const value = delivered.kind === 'value' ? (delivered.text ?? delivered.value) : delivered.value;
    return [secret, value.reveal()];
  });
}

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Fails with these problems, and all such names in one. */
function requireShellNames(unusable: readonly string[], format: string, problems: readonly Diagnostic[]): void {
  const names = unusable.length === 0 ? [] : [delivery.E1214({ secrets: unusable, format })];
  if (problems.length + names.length > 0) fail(...problems, ...names);
}

/** Null if it is not text. */
export function textOf(delivered: DeliveredSecret['delivered']): string | null {
  return delivered.kind === 'path' ? delivered.path : (delivered.text ?? delivered.value).revealText();
}

/** What has a value, as a program that reads variables would get it. */
export function bytesByName({ secrets }: Resolution): ReadonlyMap<string, Uint8Array> {
  return new Map(
    deliveredIn(secrets).map(({ secret, delivered }) => {
      const bytes =
        delivered.kind === 'path' ? Buffer.from(delivered.path) : (delivered.text ?? delivered.value).reveal();
      return [secret, bytes];
    }),
  );
}
