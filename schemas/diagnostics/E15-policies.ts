/** Policies: rules of an organization that manifests break, and mistakes of the rules themselves. */
import { defineCodes } from './define.js';
import { guessed } from './did-you-mean.js';
import { writeInstead } from './fix.js';
import { listed, secretsCounted } from './list-names.js';

/** What breaks a rule: a clause without names of secrets, and whom it concerns. */
export interface PolicyFacts {
  readonly rule: string;
  readonly problem: string;
  readonly secrets: readonly string[];
  /** None: all of the manifest. */
  readonly profiles: readonly string[];
  /** What the author of the rule says to do. */
  readonly advice: string | null;
}

/** What is wrong with values, and whose they are. Nothing of a value, nor anything that it could be told from. */
export interface JudgedValues {
  readonly rule: string;
  /** In a sentence that starts with "the value is …". */
  readonly problem: string;
  readonly secrets: readonly string[];
  readonly profile: string;
  readonly advice: string | null;
}

interface UnknownStore {
  /** Null: it has no id. */
  readonly rule: string | null;
  readonly name: string;
  /** Of an address, the name is its scheme. */
  readonly isUri: boolean;
  readonly nearest: string | null;
  readonly aliases: readonly string[];
}
interface IdlePattern {
  readonly rule: string | null;
  readonly pattern: string;
  readonly of: 'profiles' | 'secrets';
  readonly nearest: string | null;
}

function said({ rule, problem, secrets, profiles }: PolicyFacts): string {
  const whose = secrets.length === 0 ? '' : ` for ${secretsCounted(secrets)}`;
  const where =
    profiles.length === 0 ? '' : ` in ${profiles.length === 1 ? 'profile' : 'profiles'} ${listed(profiles)}`;
  return `${problem}${whose}${where}, against rule \`${rule}\``;
}

function saidOfValues({ rule, problem, secrets, profile }: JudgedValues): string {
  const [values, are] = secrets.length === 1 ? ['the value', 'is'] : ['the values', 'are'];
  return `${values} of ${listed(secrets)} in profile \`${profile}\` ${are} ${problem}, against rule \`${rule}\``;
}

/** The same of both severities. */
function ruledValues(title: string) {
  return {
    title,
    kind: 'validation_failed',
    message: saidOfValues,
    help: ({ advice }: JudgedValues) => advice ?? 'store another value, or correct the rule',
  } as const;
}

function ruleNamed(id: string | null): string {
  return id === null ? 'a rule without `id`' : `rule \`${id}\``;
}

/** The same of a rule whose severity is `error` and of one whose severity is `warning`. */
function ruled(title: string, help: string) {
  return {
    title,
    kind: 'validation_failed',
    message: said,
    help: ({ advice }: PolicyFacts) => advice ?? help,
  } as const;
}

export const policies = defineCodes({
  E1501: ruled(
    'store against a policy',
    'use stores that the rule allows, each under a name that the manifest declares',
  ),
  W1501: ruled(
    'store against an advisory policy',
    'use stores that the rule allows, each under a name that the manifest declares',
  ),
  E1502: ruled('default against a policy', 'store the value instead'),
  W1502: ruled('default against an advisory policy', 'store the value instead'),
  E1503: ruled('generated type against a policy', 'generate another type, or store a value'),
  W1503: ruled('generated type against an advisory policy', 'generate another type, or store a value'),
  E1504: ruled('cache against a policy', 'remove the cache, or let its copies expire earlier'),
  W1504: ruled('cache against an advisory policy', 'remove the cache, or let its copies expire earlier'),
  E1505: ruled('reason against a policy', 'set `require_reason` in `[project]`'),
  W1505: ruled('reason against an advisory policy', 'set `require_reason` in `[project]`'),
  E1506: ruled('secret in no scope, against a policy', 'list it in a scope'),
  W1506: ruled('secret in no scope, against an advisory policy', 'list it in a scope'),
  E1507: ruled('description against a policy', 'write what the rule asks for'),
  W1507: ruled('description against an advisory policy', 'write what the rule asks for'),
  E1508: ruled('optional secret against a policy', 'require it'),
  W1508: ruled('optional secret against an advisory policy', 'require it'),
  E1509: ruledValues('value against a policy'),
  W1509: ruledValues('value against an advisory policy'),
  E1511: {
    title: 'rule without exactly one subject',
    kind: 'invalid_spec',
    message: ({ id, given }: { id: string | null; given: readonly string[] }) =>
      `${ruleNamed(id)} ${given.length === 0 ? 'has no subject' : `has several subjects: ${listed(given)}`}`,
    help: ({ given }: { given: readonly string[] }) =>
      given.length === 0
        ? 'add one of `stores`, `default`, `generate`, `cache`, `reason`, `scope`, `description`, `required`, `value`'
        : 'write a rule for each',
  },
  E1512: {
    title: 'rule repeated',
    kind: 'invalid_spec',
    message: (p: { id: string }) => `rule \`${p.id}\` is in the policy already`,
    help: () => 'choose another `id`',
  },
  E1513: {
    title: 'unknown store in a policy',
    kind: 'provider_not_found',
    message: (p: UnknownStore) =>
      p.isUri
        ? `\`${p.name}\` in ${ruleNamed(p.rule)} is not the scheme of a provider`
        : `\`${p.name}\` in ${ruleNamed(p.rule)} is neither the scheme of a provider nor an alias`,
    help: (p: UnknownStore) => {
      if (p.nearest !== null) return `did you mean \`${p.nearest}\`?`;
      return (p.isUri ? null : guessed('', p.aliases, 'aliases')) ?? 'write the scheme of a provider, such as `vault`';
    },
    fixes: (p: UnknownStore) => (p.isUri ? [] : writeInstead(p.nearest)),
  },
  E1514: {
    title: 'invalid name of a rule',
    kind: 'invalid_spec',
    message: (p: { id: string; near: string | null }) => `\`${p.id}\` is not a valid name of a rule`,
    help: (p: { near: string | null }) =>
      p.near === null
        ? 'a name has small letters, digits and `-`'
        : `write \`${p.near}\`: small letters, digits and \`-\``,
    fixes: (p: { near: string | null }) => writeInstead(p.near),
  },
  W1515: {
    title: 'pattern that fits nothing',
    kind: 'validation_failed',
    message: (p: IdlePattern) =>
      `no ${p.of === 'profiles' ? 'profile' : 'secret'} fits \`${p.pattern}\` of ${ruleNamed(p.rule)}`,
    help: (p: IdlePattern) =>
      p.nearest === null ? 'correct the pattern, or remove it' : `did you mean \`${p.nearest}\`?`,
  },
  E1516: {
    title: 'pattern that cannot be read',
    kind: 'invalid_spec',
    message: (p: { problem: string; advice: string }) => p.problem,
    help: (p: { problem: string; advice: string }) => p.advice,
  },
  W1517: {
    title: 'no rule about values',
    kind: 'validation_failed',
    message: (p: { files: readonly string[] }) =>
      `${listed(p.files)} ${p.files.length === 1 ? 'has' : 'have'} no rule with \`value\`, so that no value is judged`,
    help: () => '`tool lint --policy` judges the other rules',
  },
});
