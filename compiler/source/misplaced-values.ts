/** Where a manifest holds what is probably the value of a secret: instead of a declaration, or as its `value`. */
import type { SecretShape } from '../shape/manifest-shape.js';
import type { Position } from './toml-positions.js';
import type { Span } from './toml-string.js';

/** Tables that other tools have instead of `[profiles.default]`. */
const TABLES: readonly string[] = ['secrets', 'default', 'env', 'vars', 'variables'];
/** A misplaced value with one of these names is a setting, and must be shown to understand the error. */
const SETTINGS: readonly (keyof SecretShape)[] = [
  'description',
  'inherit',
  'required',
  'composed',
  'providers',
  'as_path',
  'encoding',
  'type',
  'generate',
  'prompt',
  'format',
  'from',
];
const VALUES: readonly string[] = ['value', 'values'];

/** Ranges that no excerpt shows. */
export function misplacedValues(text: string, root: Position): readonly Span[] {
  const profiles = [...(root.members.get('profiles')?.members ?? [])];
  const tables = TABLES.flatMap((name) => [...(root.members.get(name)?.members ?? [])]);
  const declarations = [...profiles, ...tables, ...profiles.flatMap(([, profile]) => [...profile.members])];
  return declarations.flatMap(([name, { key, value, members }]) => {
    if (VALUES.includes(String(name))) return value ?? [];
    const own = VALUES.flatMap((key) => members.get(key)?.value ?? []);
    return value === null || !isValue(text, key, value) || isSetting(name) ? own : [value, ...own];
  });
}

function isSetting(name: string | number): boolean {
  return SETTINGS.some((setting) => setting === name);
}

/** Whether a key has a value that is not a table: headers and statements, which contain their key, represent tables. */
function isValue(text: string, key: Span | null, { start, end }: Span): boolean {
  const isAround = key !== null && start <= key.start && key.end <= end;
  return !isAround && text.charAt(start) !== '{';
}
