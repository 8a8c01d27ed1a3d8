/** A store that failed, refused access, or does not support the operation. The text of a store is quoted after the message. */
import { defineCodes } from './define.js';
import { listed, secretsCounted, secretsListed } from './list-names.js';
import { type UndeclaredKeys, undeclaredAdvice, undeclaredListed } from './undeclared-keys.js';

/** What one store could not do, and for which secrets (null: hidden by the scope). `help` is the provider's advice. */
export interface StoreProblem {
  readonly store: string;
  readonly secrets: readonly (string | null)[];
  readonly task: 'read' | 'written' | 'removed' | 'removed from the cache' | 'listed' | 'asked for';
  readonly help: string | null;
}
const subject = (p: StoreProblem) => `${whatOf(p)} could not be ${p.task}`;
function whatOf({ task, secrets }: StoreProblem): string {
  if (task === 'listed') return 'names';
  return task === 'asked for' ? 'credentials' : secretsCounted(secrets);
}
const advice = (p: StoreProblem) => p.help;

type Refusal = { secrets: readonly (string | null)[]; store: string };

/** As `runtime/recipients` finds them. */
interface Recipients {
  readonly lacks: readonly string[];
  readonly extra: readonly string[];
}

/** What encrypting for the list has changed. */
function changeOf({ lacks, extra }: Recipients): string {
  return [...lacks.map((one) => `${quoted(one)} added`), ...extra.map((one) => `${quoted(one)} removed`)].join(', ');
}

function differenceOf({ lacks, extra }: Recipients): string {
  const parts = [
    ...(lacks.length > 0 ? [`${lacks.map(quoted).join(', ')} cannot decrypt the file`] : []),
    ...(extra.length > 0 ? [`${extra.map(quoted).join(', ')} still can decrypt it`] : []),
  ];
  return parts.join('; ');
}
/** A key, or a number of them in words. */
function quoted(recipients: string): string {
  return /^\d/u.test(recipients) ? recipients : `\`${recipients}\``;
}
const REVOKED = 'change the values too: who was removed may have kept them, and can read earlier versions of the file';

export const storesIo = defineCodes({
  E1101: {
    title: 'store failed',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` failed`,
    help: advice,
  },
  E1102: {
    title: 'store denied access',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` denied access`,
    help: advice,
  },
  E1103: {
    title: 'store is locked',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` is locked`,
    help: (p: StoreProblem) => p.help ?? 'unlock it, then try again',
  },
  E1104: {
    title: 'store cannot be reached',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` cannot be reached`,
    help: (p: StoreProblem) => p.help ?? 'check the address of the store and the network, then try again',
  },
  E1105: {
    title: 'store did not answer in time',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` did not answer in time`,
    help: (p: StoreProblem) => p.help ?? 'try again; if it fails again, check the network and the store',
  },
  E1106: {
    title: 'store is busy',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` is busy`,
    help: (p: StoreProblem) => p.help ?? 'try again in a moment',
  },
  E1107: {
    title: 'store is malformed',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: the content of store \`${p.store}\` is malformed`,
    help: (p: StoreProblem) => p.help ?? 'correct the content of the store, or restore it from a backup',
  },
  E1108: {
    title: 'operation not supported by the store',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` does not support this`,
    help: advice,
  },
  E1109: {
    title: 'store was changed concurrently',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` was changed concurrently`,
    help: (p: StoreProblem) => p.help ?? 'try again',
  },
  E1110: {
    title: 'store holds text only',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: store \`${p.store}\` cannot hold this value as text`,
    help: (p: StoreProblem) => p.help ?? 'declare the secret with `encoding = "base64"`',
  },
  E1111: {
    title: 'program of the store is missing',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: the program that store \`${p.store}\` needs is not installed`,
    help: advice,
  },
  E1112: {
    title: 'credential of the store is missing',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem) => `${subject(p)}: no credential is configured for store \`${p.store}\``,
    help: advice,
  },
  E1113: {
    title: 'store in the chain cannot be used',
    kind: 'provider_operation_failed',
    message: (p: StoreProblem & { fault: string }) => `${subject(p)}: ${p.fault}`,
    help: advice,
  },
  E1114: {
    title: 'store cannot be written',
    kind: 'provider_operation_failed',
    message: (p: Refusal) => `${secretsCounted(p.secrets)} cannot be written to \`${p.store}\``,
    help: () => 'choose a writable store with `--provider`, or put one first in `providers`',
  },
  E1115: {
    title: 'composed secret is read-only',
    kind: 'composed_secret_read_only',
    message: (p: { secret: string }) => `\`${p.secret}\` is derived from other secrets by \`composed\``,
    help: () => 'change the secrets that its template refers to',
  },
  E1116: {
    title: 'extracted secret is read-only',
    kind: 'extracted_secret_read_only',
    message: (p: { secret: string }) => `\`${p.secret}\` is part of a document, selected by \`extract\``,
    help: () => 'change the document itself',
  },
  E1117: {
    title: 'derived secret is read-only',
    kind: 'derived_secret_read_only',
    message: (p: { secret: string; from: string }) => `\`${p.secret}\` is derived from \`${p.from}\``,
    help: (p: { from: string }) => `change \`${p.from}\` instead`,
  },
  E1118: {
    title: 'empty value',
    kind: 'provider_operation_failed',
    message: (p: { secret: string }) => `an empty value cannot be stored for \`${p.secret}\``,
    help: () => 'to make the value empty, remove the stored value and declare `default = ""`',
  },
  E1119: {
    title: 'cache is inside the store it caches',
    kind: 'provider_operation_failed',
    message: (p: { store: string; source: string }) =>
      `cache \`${p.store}\` is the same store as \`${p.source}\`, which it caches`,
    help: () => 'use a separate store for the cache',
  },
  E1120: {
    title: 'value cannot be removed',
    kind: 'provider_operation_failed',
    message: (p: Refusal) => `${secretsCounted(p.secrets)} cannot be removed from \`${p.store}\``,
    help: () => 'remove it where the store is managed',
  },
  E1121: {
    title: 'values were not removed',
    kind: 'provider_operation_failed',
    message: (p: { secrets: readonly string[] }) =>
      p.secrets.length === 1
        ? `the value of ${listed(p.secrets)} was not removed`
        : `${p.secrets.length.toLocaleString('en-US')} values were not removed: ${listed(p.secrets)}`,
    help: () => 'correct what the other errors show, then run the command again',
  },
  E1122: {
    title: 'secret is not cached',
    kind: 'provider_operation_failed',
    message: (p: { secret: string }) => `\`${p.secret}\` has no cache`,
    help: () => 'name a secret whose `providers` is an alias with a `cache`',
  },
  E1123: {
    title: 'cache entry of another project',
    kind: 'provider_operation_failed',
    message: (p: { secret: string | null; store: string; project: string; profile: string }) =>
      `the entry for ${secretsListed([p.secret])} in cache \`${p.store}\` belongs to project \`${p.project}\`, profile \`${p.profile}\``,
    help: () => 'clear it from there; it can be removed from here after it has expired',
  },
  E1124: {
    title: 'not written by a cache',
    kind: 'provider_operation_failed',
    message: (p: { secret: string | null; store: string }) =>
      `the value for ${secretsListed([p.secret])} in cache \`${p.store}\` was not written by a cache`,
    help: () => 'remove it from the store yourself, or use another store for the cache',
  },
  E1125: {
    title: 'cache entries were not removed',
    kind: 'provider_operation_failed',
    message: (p: { cleared: number; secrets: readonly (string | null)[] }) =>
      `${p.cleared} cache ${p.cleared === 1 ? 'entry was' : 'entries were'} removed; ${p.secrets.length} ${p.secrets.length === 1 ? 'was' : 'were'} not: ${secretsListed(p.secrets)}`,
    help: () => 'correct what the other errors show, then run the command again',
  },
  E1126: {
    title: 'source is the destination',
    kind: 'provider_operation_failed',
    /** `vanishedFrom`: the destination that lost them when an entry of the source was deleted, which no address showed before. */
    message: (p: { secrets: readonly string[]; store: string; vanishedFrom?: string; isWrittenBack?: boolean }) => {
      const secrets = secretsCounted(p.secrets);
      if (p.vanishedFrom === undefined)
        return `${secrets} in \`${p.store}\` would be deleted from ${p.secrets.length === 1 ? 'its' : 'their'} own destination`;
      const found = `${secrets} disappeared from \`${p.vanishedFrom}\` when values were deleted from \`${p.store}\`: both addresses lead to the same place`;
      return p.isWrittenBack === true ? `${found}. What had been deleted was written back` : found;
    },
    help: () => 'import without `--delete-source`, or name another source',
  },
  E1127: {
    title: 'secrets share a destination',
    kind: 'provider_operation_failed',
    message: (p: { secrets: readonly string[]; store: string }) =>
      `${listed(p.secrets)} have the same entry of \`${p.store}\` as their destination`,
    help: () => 'give each secret an entry of its own, with `ref`, `refs` or a template that contains `{key}`',
  },
  E1128: {
    title: 'source is the destination of another secret',
    kind: 'provider_operation_failed',
    message: (p: { secret: string; other: string; store: string }) =>
      `the source of \`${p.secret}\` in \`${p.store}\` is the destination of \`${p.other}\``,
    help: () => 'import without `--delete-source`, or give the secrets other entries',
  },
  E1129: {
    title: 'copy is not what was written',
    kind: 'provider_operation_failed',
    message: (p: { secrets: readonly string[]; store: string }) =>
      `${secretsCounted(p.secrets)} read back from \`${p.store}\` ${p.secrets.length === 1 ? 'is' : 'are'} not what was written; the source keeps all values`,
    help: () => 'check the values in the store, then run the command again',
  },
  E1130: {
    title: 'credential cannot be stored',
    kind: 'provider_operation_failed',
    message: (p: { credential: string; alias: string; store: string; help: string | null }) =>
      `credential \`${p.credential}\` of alias \`${p.alias}\` cannot be stored in \`${p.store}\``,
    help: (p: { help: string | null }) => p.help ?? 'bind the credential to a store that can be written',
  },
  E1131: {
    title: 'copy cannot be read back',
    kind: 'provider_operation_failed',
    message: (p: { secrets: readonly string[]; store: string }) =>
      `${secretsCounted(p.secrets)} in \`${p.store}\` could not be read back, so ${p.secrets.length === 1 ? 'it' : 'they'} cannot be moved there`,
    help: () => 'import without `--delete-source`, then delete the values from their source',
  },
  E1132: {
    title: 'deleted value could not be written back',
    kind: 'provider_operation_failed',
    message: (p: { secrets: readonly string[]; store: string }) =>
      `${secretsCounted(p.secrets)} could not be written back to \`${p.store}\`: deleting ${p.secrets.length === 1 ? 'it' : 'them'} there deleted the destination too`,
    help: () => 'restore the values from the history of the store, a backup, or another copy',
  },
  E1133: {
    title: 'file could not be encrypted again',
    kind: 'provider_operation_failed',
    message: (p: { store: string; help: string | null }) =>
      `the file of store \`${p.store}\` could not be encrypted for the recipients in its list`,
    help: (p: { help: string | null }) => p.help,
  },
  E1134: {
    title: 'no list of recipients',
    kind: 'provider_operation_failed',
    message: (p: { profile: string }) => `no store of profile \`${p.profile}\` has a list of recipients`,
    help: () =>
      'a store of age has one if its address names a `recipients-file`; one of SOPS, by a rule in `.sops.yaml`',
  },
  E1135: {
    title: 'store without a list of recipients',
    kind: 'provider_operation_failed',
    message: (p: { store: string; how: string | null }) => `store \`${p.store}\` has no list of recipients`,
    help: (p: { how: string | null }) => p.how ?? 'name a store of age or SOPS',
  },
  E1136: {
    title: 'nothing to import from',
    kind: 'io',
    message: (p: { store: string }) => `there is no file or folder at \`${p.store}\``,
    help: () => 'check the path; a relative one starts at the folder of the manifest',
  },
  E1137: {
    title: 'contact that the plan does not allow',
    kind: 'internal',
    message: (p: { what: string; entry: string | null; store: string; purpose: string }) =>
      `tool was about to ${p.what} ${p.entry === null ? '' : `\`${p.entry}\` in `}\`${p.store}\` ${p.purpose}; nothing was sent`,
    help: () =>
      'this is a bug in tool, not in your manifest: please report it with this message and the output of\n\n    tool plan contacts',
  },
  W1101: {
    title: 'store in the chain failed',
    kind: 'provider_operation_failed',
    message: (p: { error: string; help: string | null }) => p.error,
    help: (p: { help: string | null }) => p.help,
  },
  W1102: {
    title: 'cache was bypassed',
    kind: 'provider_operation_failed',
    message: (p: { store: string; secrets: readonly (string | null)[]; problem: string }) =>
      `cache \`${p.store}\` was bypassed for ${secretsListed(p.secrets)}, whose own stores are read instead: ${p.problem}`,
  },
  W1103: {
    title: 'value was not cached',
    kind: 'provider_operation_failed',
    message: (p: { store: string; secrets: readonly (string | null)[]; problem: string }) =>
      `the value of ${secretsListed(p.secrets)} was not stored in cache \`${p.store}\`: ${p.problem}`,
  },
  W1104: {
    title: 'old cache entry may remain',
    kind: 'provider_operation_failed',
    message: (p: { store: string; secret: string | null }) =>
      `an older value of ${secretsListed([p.secret])} may still be in cache \`${p.store}\``,
    help: (p: { secret: string | null }) =>
      `remove the entry\n\n    tool cache clear${p.secret === null ? '' : ` ${p.secret}`}`,
  },
  W1105: {
    title: 'hard links keep the old content',
    kind: 'provider_operation_failed',
    message: (p: { store: string; links: number }) =>
      p.links === 1
        ? `the file of store \`${p.store}\` was replaced; another hard link to it keeps the old content`
        : `the file of store \`${p.store}\` was replaced; ${p.links} other hard links to it keep the old content`,
    help: () => 'recreate the hard links, or use symbolic links, which are followed',
  },
  W1106: {
    title: 'file permissions were reduced to the owner',
    kind: 'provider_operation_failed',
    message: (p: { store: string }) =>
      `the group or access list of the file of store \`${p.store}\` could not be kept, so only the owner can access it now`,
    help: () => 'restore the permissions with `chmod` or `setfacl`; with GNU `cp` installed they are kept',
  },
  W1107: {
    title: 'recipient was skipped',
    kind: 'provider_operation_failed',
    message: (p: { store: string; note: string }) => `the file of store \`${p.store}\` was written; ${p.note}`,
    help: () => 'remove the line, or replace it by a key that age supports',
  },
  W1108: {
    title: 'value of another store comes first',
    kind: 'provider_operation_failed',
    message: (p: { secret: string; store: string; stored: string }) =>
      `\`${p.secret}\` has a value in \`${p.store}\`, which is used before the one in \`${p.stored}\``,
    help: (p: { store: string; written: string }) =>
      `remove the value from \`${p.store}\`, or put \`${p.written}\` before it in \`providers\``,
  },
  W1109: {
    title: 'recipients have changed',
    kind: 'provider_operation_failed',
    message: (p: { store: string; list: string; difference: Recipients }) =>
      `the file of store \`${p.store}\` is now encrypted for the recipients in ${p.list}: ${changeOf(p.difference)}`,
    help: (p: { difference: Recipients }) => (p.difference.extra.length > 0 ? REVOKED : null),
  },
  W1110: {
    title: 'file is not encrypted for its list',
    kind: 'provider_operation_failed',
    message: (p: { store: string; list: string; difference: Recipients }) =>
      `the recipients of store \`${p.store}\` are not those in ${p.list}: ${differenceOf(p.difference)}`,
    help: () => 'encrypt it again with\n\n    tool rekey',
  },
  W1111: {
    title: 'cache that git would commit',
    kind: 'provider_operation_failed',
    message: (p: { store: string }) =>
      `the cache \`${p.store}\` stores copies of values as plain text, and git does not ignore it`,
    help: () => 'add it to `.gitignore`, or use a store that protects its values, such as `keyring`',
  },
  W1112: {
    title: 'keys are not declared',
    kind: 'secret_not_found',
    message: (p: UndeclaredKeys) => `not declared: ${undeclaredListed(p)}`,
    help: (p: UndeclaredKeys) => undeclaredAdvice(p),
  },
});
