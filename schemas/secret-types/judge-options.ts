/** Whether the options of `generate` fit the type (spec 2.8, semantics 9). */
import { own } from '../named.js';
import { nearest } from '../nearest.js';
import type { Json } from '../plan.js';
import type { OptionDescriptor, SecretTypeDescriptor } from './descriptor.js';
import { secretTypeOf, secretTypes } from './index.js';

/** One thing wrong with `generate`; `option` is null where it is `generate` itself. */
export type OptionFault =
  | { readonly kind: 'not-generated'; readonly option: null; readonly type: string }
  | { readonly kind: 'unknown'; readonly option: string; readonly nearest: string | null }
  /** An option of other types. */
  | { readonly kind: 'misplaced'; readonly option: string; readonly type: string; readonly own: readonly string[] }
  | { readonly kind: 'missing'; readonly option: string; readonly type: string }
  /** `problem`: what the value must be, as a clause after `must`; `entry`: which one of a list it is about. */
  | {
      readonly kind: 'value';
      readonly option: string;
      readonly type: string;
      readonly problem: string;
      readonly entry?: number;
    }
  | { readonly kind: 'wrong-algorithm'; readonly option: string; readonly type: string; readonly needed: string };

export interface OptionWords {
  readonly message: string;
  readonly help: string | null;
}

/** Judges `generate = true` as an empty table. A type that does not exist is judged elsewhere. */
export function judgeOptions(
  type: string,
  generate: true | Readonly<Record<string, Json | undefined>>,
): readonly OptionFault[] {
  const descriptor = secretTypeOf(type);
  if (descriptor === null) return [];
  if (!descriptor.can.includes('generate')) return [{ kind: 'not-generated', option: null, type }];
  const options = generate === true ? {} : generate;
  const missing = Object.entries<OptionDescriptor>(descriptor.options).filter(([name, option]) => {
    return option.required && own(options, name) === undefined;
  });
  return [
    ...missing.map(([option]) => ({ kind: 'missing', option, type }) as const),
    ...Object.entries(options).flatMap(([name, value]) => {
      return value === undefined ? [] : givenFaults(descriptor, name, value, own(options, 'algorithm'));
    }),
  ];
}

/** The fault in words. */
export function optionWords(fault: OptionFault): OptionWords {
  switch (fault.kind) {
    case 'not-generated':
      return {
        message: `\`${fault.type}\` is exported from another secret and cannot be generated`,
        help: 'set `from` to that secret, and remove `generate`',
      };
    case 'unknown':
      return {
        message: `\`${fault.option}\` is not an option of \`generate\``,
        help: fault.nearest && `did you mean \`${fault.nearest}\`?`,
      };
    case 'misplaced':
      return { message: `\`${fault.option}\` is not an option of \`${fault.type}\``, help: ownOptions(fault) };
    case 'missing':
      return {
        message: `\`${fault.type}\` needs the option \`${fault.option}\``,
        help: `write \`generate = { ${fault.option} = ${EXAMPLES[fault.option] ?? '"..."'} }\``,
      };
    case 'value':
      return { message: `\`${fault.option}\` of \`${fault.type}\` must ${fault.problem}`, help: null };
    case 'wrong-algorithm':
      return {
        message: `\`${fault.option}\` of \`${fault.type}\` requires \`algorithm = "${fault.needed}"\``,
        help: `add \`algorithm = "${fault.needed}"\`, or remove \`${fault.option}\``,
      };
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  command: '"..."',
  san: '["dns:api.example.com"]',
  user_id: '"Name <name@example.com>"',
};

function givenFaults(
  { type, options }: SecretTypeDescriptor,
  name: string,
  value: Json,
  algorithm: Json | undefined,
): readonly OptionFault[] {
  const option = own(options, name);
  if (option === undefined) return [strangerFault(type, options, name)];
  const known = own(options, 'algorithm');
  const chosen = algorithm ?? known?.default;
  const isJudgedAlready = known === undefined || valueProblems(known, chosen ?? null).length > 0;
  // Where the option is for another algorithm, its value does not matter.
  if (option.onlyFor !== undefined && option.onlyFor !== chosen && !isJudgedAlready) {
    return [{ kind: 'wrong-algorithm', option: name, type, needed: option.onlyFor }];
  }
  return valueProblems(option, value).map((problem) => ({ kind: 'value', option: name, type, ...problem }));
}

function strangerFault(type: string, options: SecretTypeDescriptor['options'], option: string): OptionFault {
  const all = Object.values<SecretTypeDescriptor>(secretTypes).flatMap((other) => Object.keys(other.options));
  if (all.includes(option)) return { kind: 'misplaced', option, type, own: Object.keys(options) };
  return { kind: 'unknown', option, nearest: nearest(option, Object.keys(options)) ?? nearest(option, all) };
}

function ownOptions({ type, own: names }: Extract<OptionFault, { kind: 'misplaced' }>): string {
  if (names.length === 0) return `write \`generate = true\`, because \`${type}\` has no options`;
  return `remove it: options of \`${type}\` are ${names.map((name) => `\`${name}\``).join(', ')}`;
}

interface Problem {
  readonly problem: string;
  readonly entry?: number;
}

function valueProblems(option: OptionDescriptor, value: Json): readonly Problem[] {
  if (option.kind === 'list') return listProblems(option, value);
  const problem = singleProblem(option, value);
  return problem === null ? [] : [{ problem }];
}

function singleProblem(option: Exclude<OptionDescriptor, { kind: 'list' }>, value: Json): string | null {
  switch (option.kind) {
    case 'count':
      return countProblem(option, value);
    case 'choice':
      return typeof value === 'string' && option.values.includes(value) ? null : `be ${either(option.values)}`;
    case 'text':
      return typeof value === 'string' ? (option.refuses?.(value) ?? null) : 'be a string';
  }
}

type JudgedListOption = Extract<OptionDescriptor, { kind: 'list' }>;

function countProblem(option: Extract<OptionDescriptor, { kind: 'count' }>, value: Json): string | null {
  const { minimum, maximum, values } = option;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'be a whole number';
  if (values !== undefined) return values.includes(value) ? null : `be one of ${values.join(', ')}`;
  return value >= minimum && value <= maximum ? null : `be between ${minimum} and ${maximum}`;
}

function listProblems(option: JudgedListOption, value: Json): readonly Problem[] {
  if (!Array.isArray(value) || value.length === 0) return [{ problem: 'be a list with at least one entry' }];
  const seen = new Set<Json>();
  return value.flatMap((each: Json, entry) => {
    const problem = seen.has(each) ? 'not contain duplicates' : entryProblem(option, each);
    seen.add(each);
    return problem === null ? [] : [{ problem, entry }];
  });
}

function entryProblem(option: JudgedListOption, entry: Json): string | null {
  if (typeof entry !== 'string') return 'be a list of strings';
  if (option.values !== undefined && !option.values.includes(entry)) return `contain only ${either(option.values)}`;
  return option.refuses?.(entry) ?? null;
}

function either(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(' or ');
}
