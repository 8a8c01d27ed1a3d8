/** Where a manifest holds what is probably the value of a secret: in the place of a declaration, or as its `value`. */
import type { SecretShape } from '../shape/manifest-shape.js';
import type { Position } from './toml-positions.js';
import type { Span } from './toml-string.js';

/** Tables that other tools have in the place of `[profiles.default]`. */
const TABLES: readonly string[] = ['secrets', 'default', 'env', 'vars', 'variables'];
/** What is misplaced under one of these names is a setting, and needed to see what is wrong with it. */
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

/** Stretches that no excerpt shows. */
export function misplacedValues(text: string, root: Position): readonly Span[] {
  const profiles = [...(root.members.get('profiles')?.members ?? [])];
  const tables = TABLES.flatMap((name) => [...(root.members.get(name)?.members ?? [])]);
  const declarations = [...profiles, ...tables, ...profiles.flatMap(([, profile]) => [...profile.members])];
  return declarations.flatMap(([name, { value, members }]) => {
    if (VALUES.includes(String(name))) return value ?? [];
    const own = VALUES.flatMap((key) => members.get(key)?.value ?? []);
    return value === null || !isValue(text, value, members) || isSetting(name) ? own : [value, ...own];
  });
}

function isSetting(name: string | number): boolean {
  return SETTINGS.some((setting) => setting === name);
}

/** A text, a number or a list; a table has a brace, a header or a statement here. */
function isValue(text: string, { start }: Span, members: Position['members']): boolean {
  return /["'\d+-]/u.test(text.charAt(start)) || members.has(0);
}
