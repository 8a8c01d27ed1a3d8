/** Values that are missing, groups that do not hold, and values that cannot be decoded, selected, composed or produced. */
import type { Encoding, Extraction } from '../plan.js';
import type { ViolationReport } from '../report.js';
import { defineCodes } from './define.js';
import { listed, type Prompted, promptedWords, secretsListed } from './list-names.js';
import { type MissingSecret, missingAdvice, missingDetails, shellWord } from './missing-secret.js';

/** A secret by name; null where the scope hides it. */
type Secret = { secret: string | null };
/** Missing secrets, and those that they lack. */
type Explained = { explained: readonly MissingSecret[]; profile: string };
const named = (p: Secret) => secretsListed([p.secret]);

export const resolution = defineCodes({
  E1001: {
    title: 'required secrets are missing',
    kind: 'required_secret_missing',
    message: (p: Explained & { missing: readonly string[] }) =>
      `${listed(p.missing)} ${p.missing.length === 1 ? 'has' : 'have'} no value in profile \`${p.profile}\``,
    help: (p: Explained) => missingAdvice(p.explained, p.profile),
    details: (p: Explained) => missingDetails(p.explained),
  },
  E1002: {
    title: 'group of secrets is not satisfied',
    kind: 'validation_failed',
    message: (p: Explained & ViolationReport) => violationWords(p),
    help: (p: Explained & ViolationReport) =>
      p.present.length === 0
        ? missingAdvice(p.explained, p.profile, 'one')
        : 'keep the value of one member and remove the others',
    details: (p: Explained) => missingDetails(p.explained),
  },
  E1003: {
    title: 'secret has no value',
    kind: 'secret_not_found',
    message: (p: Explained & { secret: string }) => `\`${p.secret}\` has no value in profile \`${p.profile}\``,
    help: (p: Explained) => missingAdvice(p.explained, p.profile),
    details: (p: Explained) => missingDetails(p.explained),
  },
  E1004: {
    title: 'stored value cannot be decoded',
    kind: 'decode_failed',
    message: (p: Secret & { encoding: Encoding; reason: string }) =>
      `the stored value of ${named(p)} is not valid ${p.encoding}: ${p.reason}`,
    help: () => 'store the value again with `tool set`, which encodes it, or fix `encoding`',
  },
  E1005: {
    title: 'value cannot be selected',
    kind: 'decode_failed',
    message: (p: Secret & { format: Extraction['format']; reason: string }) =>
      `${named(p)} cannot be selected from the stored ${p.format.toUpperCase()}: ${p.reason}`,
    help: () => 'fix the stored document, or the `extract` of the secret',
  },
  E1006: {
    title: 'composed value is not text',
    kind: 'composition_failed',
    message: (p: Secret & { input: string | null }) =>
      `${named(p)} cannot be composed: the value of ${secretsListed([p.input])} is not UTF-8 text`,
    help: () => 'give the input `as_path = true` to insert the path of a file instead',
  },
  E1007: {
    title: 'composed value is too large',
    kind: 'composition_failed',
    message: (p: Secret & { limitBytes: number }) =>
      `the composed value of ${named(p)} exceeds ${p.limitBytes / 2 ** 20} MiB`,
    help: () => 'give large inputs `as_path = true` to insert the paths of files instead',
  },
  E1008: {
    title: 'value cannot be generated',
    kind: 'generation_failed',
    message: (p: Secret & { type: string; reason: string }) =>
      `could not generate a \`${p.type}\` for ${named(p)}: ${p.reason}`,
    help: (p: Secret) =>
      `correct \`generate\`, or store a value${p.secret === null ? '' : ` with\n\n    tool set ${p.secret}`}`,
  },
  E1010: {
    title: 'answer is empty',
    kind: 'prompt_value_empty',
    message: (p: Prompted) => `nothing was entered for ${promptedWords(p)}`,
    help: () => 'run the command again and enter a value',
  },
  E1013: {
    title: 'new value may not be stored',
    kind: 'produced_value_write_refused',
    message: (p: Secret & { store: string }) =>
      `${named(p)} is missing, and this call may not write a new value to \`${p.store}\``,
    help: () => 'create the value first with\n\n    tool check',
  },
  E1014: {
    title: 'composed values are too large together',
    kind: 'composition_failed',
    message: (p: Secret & { limitBytes: number }) =>
      `with ${named(p)}, the composed values together exceed ${p.limitBytes / 2 ** 20} MiB`,
    help: () =>
      'give large inputs `as_path = true` to insert the paths of files instead, or narrow the command with `--scope`',
  },
  E1015: {
    title: 'values are too large together',
    kind: 'validation_failed',
    message: (p: Secret & { limitBytes: number }) =>
      `with ${named(p)}, all values together are larger than ${p.limitBytes / 2 ** 20} MiB`,
    help: () => 'give large secrets `as_path = true` to deliver them as files, or narrow the command with `--scope`',
  },
  E1016: {
    title: 'value cannot be converted',
    kind: 'decode_failed',
    message: (p: Secret & { type: string; reason: string }) =>
      `${named(p)} cannot be made a \`${p.type}\`: ${p.reason}`,
    help: () => 'fix the value of the source, or its `credentials`',
  },
  E1017: {
    title: 'value is not of its type',
    kind: 'decode_failed',
    message: (p: Untyped) => `${named(p)} is not a valid \`${p.type}\`: ${p.reason}`,
    help: (p: Untyped) => remedyOf(p),
  },
  E1018: {
    title: 'credential cannot be used',
    kind: 'credential_invalid',
    message: (p: Secret & { player: string | null; role: string; reason: string }) =>
      `${secretsListed([p.player])} cannot be the \`${p.role}\` of ${named(p)}: ${p.reason}`,
    help: () => 'store a value of 1 to 1024 bytes with `tool set`, or fix `credentials`',
  },
  W1001: {
    title: 'required secret is empty',
    kind: 'validation_failed',
    message: (p: { secret: string; profile: string; isSettable: boolean }) =>
      `\`${p.secret}\` is required in profile \`${p.profile}\`, but its value is empty`,
    help: (p: { secret: string; profile: string; isSettable: boolean }) =>
      p.isSettable
        ? `if that is not intended, store a value with\n\n    tool set ${p.secret} --profile ${shellWord(p.profile)}`
        : null,
  },
  W1002: {
    title: 'value changes a URL',
    kind: 'validation_failed',
    message: (p: PartOfUrl) =>
      `the value of ${secretsListed([p.part])} has one of \`@ : / ? # % [ ]\` or a blank, which breaks the ${ZONES[p.zone]} in the URL of ${secretsListed(p.composed)}`,
    help: (p: PartOfUrl) => encodingAdvice(p),
  },
});

/** A value in a URL; `composed`: what it is inserted in. */
type PartOfUrl = {
  readonly part: string | null;
  readonly composed: readonly (string | null)[];
  readonly zone: keyof typeof ZONES;
  readonly profile: string;
};

const ZONES = {
  scheme: 'scheme',
  'user information': 'user name or password',
  host: 'host',
  path: 'path',
  query: 'query',
  fragment: 'fragment',
} as const;

function encodingAdvice({ part, profile }: PartOfUrl): string {
  const codes = 'write these characters as percent codes, such as `%40` for `@`';
  if (part === null) return `${codes}, or store a value without them`;
  const command = `tool set ${part} --profile ${shellWord(profile)}`;
  return `${codes}, or store a value without them\n\n    ${command}\n\nif a program needs the value as it is, store the encoded one as another secret, and use that in \`composed\``;
}

/** A value that is not of its type, and what makes a valid one: `generate`, the tool does, once the value is removed; `force`, nothing needs to. */
type Untyped = Secret & {
  readonly type: string;
  readonly reason: string;
  readonly profile: string;
  readonly remedy: 'store' | 'generate' | 'force';
};

function remedyOf({ remedy, secret, profile }: Untyped): string {
  switch (remedy) {
    case 'store':
      return 'store a valid value with `tool set`, or fix `credentials`';
    case 'force':
      return 'give a valid value, fix `credentials`, or store it unchecked with `--force`';
    case 'generate': {
      const stopped = `commands that use it in profile \`${profile}\` fail until it is removed; the next one then generates a new value`;
      return secret === null ? stopped : `${stopped}\n\n    tool delete ${secret} --profile ${shellWord(profile)}`;
    }
  }
}

/** A violated group in words, for people; only members the scope shows are in it (spec 4.2, rule 7). */
export function violationWords(p: ViolationReport): string {
  const members = listed(p.secrets);
  if (p.kind === 'at_least_one') return `group \`${p.group}\` needs at least one of ${members}, and none has a value`;
  if (p.present.length === 0) return `group \`${p.group}\` needs exactly one of ${members}, and none has a value`;
  return `group \`${p.group}\` needs exactly one of ${members}, and ${listed(p.present)} have values`;
}
