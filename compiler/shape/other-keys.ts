/** Keys of other tools, or of another table, and their spelling in this tool. */
import type * as z from 'zod';
import { projectShape, rootShape, scopeShape, secretShape } from './manifest-shape.js';

export interface OtherKey {
  /** The intended key of this table, which is then not reported as missing. */
  readonly meant: string;
  /** Null: only the name differs. */
  readonly advice: string | null;
}

/** The meaning of a key that is unknown in the table of this shape; null for a key that no tool has. */
export function otherKey(shape: z.ZodType, known: readonly string[], key: string, value: unknown): OtherKey | null {
  if (shape === rootShape && known.includes('profiles')) return keyOfRoot(key, value);
  if (known.includes('exactly_one')) return keyOf(REQUIRED, key);
  if (shape === scopeShape) return keyOf(SCOPE, key);
  if (shape === secretShape && known.includes('description')) return keyOfSecret(key, value);
  return null;
}

type Spellings = Readonly<Record<string, string>>;
const REQUIRED: Spellings = { one_of: 'exactly_one', only_one: 'exactly_one', any_of: 'at_least_one' };
const SCOPE: Spellings = { values: 'secrets', names: 'secrets', keys: 'secrets', include: 'secrets' };
const SECRET: Spellings = { desc: 'description', comment: 'description', doc: 'description', help: 'description' };
const ROOT: Spellings = { stores: 'providers', aliases: 'providers' };

function keyOf(spellings: Spellings, key: string): OtherKey | null {
  const meant = Object.hasOwn(spellings, key) ? spellings[key] : undefined;
  return meant === undefined ? null : { meant, advice: null };
}

/** No value is repeated: it may be a secret. */
function keyOfSecret(key: string, value: unknown): OtherKey | null {
  switch (key) {
    case 'optional':
      return { meant: 'required', advice: `write\n\n    required = ${value === false}` };
    case 'value':
    case 'values':
      return {
        meant: 'default',
        advice: 'store the value with `tool set`; `default` is for a value that everyone may read in the manifest',
      };
    case 'one_of':
    case 'any_of': {
      const mode = REQUIRED[key] ?? '';
      return { meant: 'required', advice: `a presence group is written\n\n    required = { ${mode} = "GROUP" }` };
    }
    case 'env':
      return {
        meant: 'providers',
        advice:
          'the secret is named after its variable; to read it from a variable of another name, write\n\n' +
          '    providers = ["env"]\n    ref = { item = "VARIABLE" }',
      };
    default:
      return keyOf(SECRET, key);
  }
}

function keyOfRoot(key: string, value: unknown): OtherKey | null {
  if (isTableOfDefaultProfile(key, value)) {
    return { meant: 'profiles', advice: 'secrets of every profile are declared in\n\n    [profiles.default]' };
  }
  if (key === 'default') return { meant: 'defaults', advice: 'did you mean `[defaults]`?' };
  if (key === 'agents')
    return { meant: key, advice: 'what agents may run, each user approves in the user configuration' };
  if (Object.hasOwn(projectShape.shape, key)) return { meant: 'project', advice: 'put it in\n\n    [project]' };
  return keyOf(ROOT, key);
}

/** Whether a table of the manifest is one that other tools have instead of `[profiles.default]`. */
export function isTableOfDefaultProfile(key: string, value: unknown): boolean {
  if (key === 'default') return !hasOnly(value, ['provider', 'providers']);
  return ['secrets', 'env', 'vars', 'variables'].includes(key);
}

function hasOnly(value: unknown, keys: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const written = Object.keys(value);
  return written.length > 0 && written.every((key) => keys.includes(key));
}

/** Whether an entry of `[profiles]` is the declaration of a secret: it has the name of a variable, and only fields of a declaration. */
export function isDeclaration(name: string, table: Readonly<Record<string, unknown>>): boolean {
  if (!isNameOfVariable(name)) return false;
  const fields = Object.keys(table);
  const isField = (key: string) => Object.hasOwn(secretShape.shape, key) || keyOfSecret(key, undefined) !== null;
  const isText = ({ description, desc, composed, value }: Readonly<Record<string, unknown>>) =>
    [description, desc, composed, value].some((said) => typeof said === 'string');
  return isText(table) && fields.every(isField);
}

export function isNameOfVariable(name: string): boolean {
  return /^[A-Z_][A-Z0-9_]*$/u.test(name);
}
