/** Names that lead nowhere; cycles; groups; scopes. */
import { defineCodes } from './define.js';
import { writeInstead } from './fix.js';
import { listed } from './list-names.js';

type NamedThing = { target: string; profile: string; nearest: string | null };
const meant = (p: { nearest: string | null }) => p.nearest && `did you mean \`${p.nearest}\`?`;
const eitherOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' or ');

export const references = defineCodes({
  E0501: {
    title: 'unknown reference',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; profile: string; nearest: string | null }) =>
      `\`${p.secret}\` refers to \`${p.target}\`, which profile \`${p.profile}\` does not declare`,
    help: (p: NamedThing) =>
      meant(p) ?? `declare \`${p.target}\` in profile \`${p.profile}\`, or refer to another secret`,
    fixes: (p: NamedThing) => writeInstead(p.nearest && `\${${p.nearest}}`),
  },
  E0502: {
    title: 'cycle of secrets',
    kind: 'invalid_spec',
    message: (p: { chain: string }) => `${p.chain} is a cycle`,
    help: () => 'remove one of these references',
  },
  E0503: {
    title: 'group with a single member',
    kind: 'invalid_spec',
    message: (p: { group: string; secret: string; profile: string; isOverride: boolean }) =>
      `group \`${p.group}\` has only \`${p.secret}\` in profile \`${p.profile}\``,
    /** `isOverride`: whether other profiles have the member in a group with others. */
    help: (p: { profile: string; isOverride: boolean }) =>
      `${p.isOverride ? `in profile \`${p.profile}\`, ` : ''}add a second member to the group, or use \`required = true\` instead`,
  },
  E0504: {
    title: 'group with two modes',
    kind: 'invalid_spec',
    message: (p: { group: string }) => `group \`${p.group}\` is used as both \`at_least_one\` and \`exactly_one\``,
    help: () => 'use one mode for all members, or split it into two groups with different names',
  },
  E0505: {
    title: 'scope names an undeclared secret',
    kind: 'invalid_spec',
    message: (p: { scope: string; secret: string; nearest: string | null }) =>
      `scope \`${p.scope}\` names \`${p.secret}\`, which no profile declares`,
    help: (p: { secret: string; nearest: string | null }) =>
      meant(p) ?? `declare \`${p.secret}\`, or remove it from the scope`,
    fixes: (p: { nearest: string | null }) => writeInstead(p.nearest),
  },
  E0506: {
    title: 'unknown source secret',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; profile: string; nearest: string | null }) =>
      `\`${p.secret}\` is derived from \`${p.target}\`, which profile \`${p.profile}\` does not declare`,
    help: (p: NamedThing) =>
      meant(p) ?? `declare \`${p.target}\` in profile \`${p.profile}\`, or set \`from\` to another secret`,
    fixes: (p: NamedThing) => writeInstead(p.nearest),
  },
  E0507: {
    title: 'unknown credential secret',
    kind: 'invalid_spec',
    message: (p: { secret: string; role: string; target: string; profile: string; nearest: string | null }) =>
      `role \`${p.role}\` of \`${p.secret}\` names \`${p.target}\`, which profile \`${p.profile}\` does not declare`,
    help: (p: NamedThing) =>
      meant(p) ?? `declare \`${p.target}\` in profile \`${p.profile}\`, or name another secret in \`credentials\``,
    fixes: (p: NamedThing) => writeInstead(p.nearest),
  },
  E0508: {
    title: 'source does not fit',
    kind: 'invalid_spec',
    /** `needed`: the types that an export is made of; null for what is extracted, which must be from text. */
    message: (p: { secret: string; target: string; needed: readonly string[] | null }) =>
      `\`${p.secret}\` is derived from \`${p.target}\`, which is ${p.needed === null ? 'binary' : `not an ${eitherOf(p.needed)}`}`,
    help: (p: { target: string; needed: readonly string[] | null }) =>
      p.needed === null
        ? 'set `from` to a secret that holds JSON or INI'
        : `set \`from\` to a secret with ${p.needed.map((type) => `\`type = "${type}"\``).join(' or ')}, or give \`${p.target}\` that type`,
  },
  E0509: {
    title: 'credential secret does not fit',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; isPath: boolean }) =>
      `\`${p.secret}\` uses \`${p.target}\` as a credential, which is ${p.isPath ? 'delivered as a file path' : 'binary'}`,
    help: (p: { target: string; isPath: boolean }) =>
      p.isPath
        ? `remove \`as_path\` from \`${p.target}\`, or name another secret in \`credentials\``
        : 'name a secret that holds text in `credentials`',
  },
  E0510: {
    title: 'export without a source',
    kind: 'invalid_spec',
    message: (p: { secret: string; type: string }) =>
      `\`${p.secret}\` says how a \`${p.type}\` is exported, but not from which identity`,
    help: () => 'set `from` to the secret that holds the identity',
  },
  W0501: {
    title: 'secret in no scope',
    kind: 'invalid_spec',
    message: (p: { secret: string }) => `\`${p.secret}\` is not in any scope, and no secret in a scope depends on it`,
    help: () => 'add it to the scope of the service that needs it, or remove it',
  },
  W0502: {
    title: 'group that cannot be satisfied',
    kind: 'invalid_spec',
    message: (p: HopelessGroup) => hopelessWords(p),
    help: (p: HopelessGroup) =>
      p.kind !== 'none'
        ? 'keep `default` or `generate` on at most one member'
        : `give a member a store that can hold a value${p.scope === null ? '' : ', or add another member to the scope'}`,
  },
});

function hopelessWords(p: HopelessGroup): string {
  if (p.kind === 'none') {
    const where = p.scope === null ? '' : `in scope \`${p.scope}\` `;
    return `${where}no member of group \`${p.group}\` can have a value`;
  }
  const members = listed(p.secrets);
  return p.kind === 'defaults'
    ? `group \`${p.group}\` allows exactly one value, but ${members} always have one`
    : `group \`${p.group}\` allows exactly one value, so that none of ${members} is generated`;
}

/** Why a group does not hold: several members that are always there, or would be generated together, or none that can be there, in a scope or anywhere. */
type HopelessGroup = { readonly group: string } & (
  | { readonly kind: 'defaults' | 'generated'; readonly secrets: readonly string[] }
  | { readonly kind: 'none'; readonly scope: string | null }
);
