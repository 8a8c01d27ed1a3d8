/**
 * For whom SOPS would encrypt a document: the first creation rule of its configuration that fits the path. Null where only SOPS can tell:
 * an expression that is not read here, or a key that takes several people. Loads a parser of YAML.
 */
import { parse } from 'yaml';
import { isRecord } from '#schemas/is-record.js';

/** Keys of age and of PGP. Those of key services are not compared: what they are for does not show in a list of people. */
export interface SopsKeys {
  readonly age: readonly string[];
  readonly pgp: readonly string[];
}
export interface SopsRule extends SopsKeys {
  /** As it is written, without the paths that it is for. */
  readonly rule: Readonly<Record<string, unknown>>;
}

/** `path`: of the document, relative to the folder of the configuration. */
export function sopsRuleFor(configuration: string, path: string): SopsRule | null {
  try {
    const parsed: unknown = parse(configuration, { logLevel: 'silent' });
    const rules = isRecord(parsed) ? parsed['creation_rules'] : undefined;
    for (const rule of Array.isArray(rules) ? rules : []) {
      if (!isRecord(rule)) return null;
      const { path_regex: expression = '', ...rest } = rule;
      const isFitting = fits(String(expression), path);
      if (isFitting === null) return null;
      if (isFitting) return ruleOf(rest);
    }
    return null;
  } catch {
    return null;
  }
}

/** The keys that an address names itself. */
export function ruleOfAddress(recipients: string): SopsRule {
  return { age: namesIn(recipients), pgp: [], rule: { age: recipients } };
}

function ruleOf(rule: Readonly<Record<string, unknown>>): SopsRule | null {
  const groups = rule['key_groups'];
  const group: unknown = Array.isArray(groups) ? groups[0] : rule;
  if ((Array.isArray(groups) && groups.length !== 1) || !isRecord(group) || 'merge' in group) return null;
  return { age: namesIn(group['age']), pgp: namesIn(group['pgp']), rule };
}

/** Separated by commas, or a list. */
function namesIn(written: unknown): readonly string[] {
  const texts = Array.isArray(written) ? written.map(String) : typeof written === 'string' ? written.split(',') : [];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Null: an expression that might take long, or that means something else in the language of SOPS. */
function fits(expression: string, path: string): boolean | null {
  const repeats = expression.match(/[*+{]/gu)?.length ?? 0;
  if (/\)[*+{?]|\(\?/u.test(expression) || repeats > MOST_REPEATS || path.length > LONGEST_PATH) return null;
  return new RegExp(expression, 'u').test(path);
}
const MOST_REPEATS = 3;
const LONGEST_PATH = 500;
