/** Names that lead nowhere; cycles; groups; scopes. */
import { defineCodes } from './define.js';
import { listed } from './list-names.js';

const meant = (p: { nearest: string | null }) => p.nearest && `did you mean \`${p.nearest}\`?`;

export const references = defineCodes({
  E0501: {
    title: 'unknown reference',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; profile: string; nearest: string | null }) =>
      `\`${p.secret}\` refers to \`${p.target}\`, which profile \`${p.profile}\` does not declare`,
    help: (p: { target: string; nearest: string | null }) =>
      meant(p) ?? `declare \`${p.target}\`, or refer to another secret`,
  },
  E0502: {
    title: 'cycle of secrets',
    kind: 'invalid_spec',
    message: (p: { chain: string }) => `${p.chain} is a cycle`,
    help: () => 'take one of them out of the circle',
  },
  E0503: {
    title: 'group with a single member',
    kind: 'invalid_spec',
    message: (p: { group: string; secret: string; profile: string }) =>
      `group \`${p.group}\` has only \`${p.secret}\` in profile \`${p.profile}\``,
    help: () => 'a group offers a choice: give it a second member, or make the secret required by itself',
  },
  E0504: {
    title: 'group with two modes',
    kind: 'invalid_spec',
    message: (p: { group: string }) => `group \`${p.group}\` is used as both \`at_least_one\` and \`exactly_one\``,
    help: () => 'use one mode for all members, or give the groups two names',
  },
  E0505: {
    title: 'scope names an undeclared secret',
    kind: 'invalid_spec',
    message: (p: { scope: string; secret: string; nearest: string | null }) =>
      `scope \`${p.scope}\` names \`${p.secret}\`, which no profile declares`,
    help: meant,
  },
  E0506: {
    title: 'unknown source secret',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; profile: string; nearest: string | null }) =>
      `\`${p.secret}\` is derived from \`${p.target}\`, which profile \`${p.profile}\` does not declare`,
    help: meant,
  },
  E0507: {
    title: 'unknown credential secret',
    kind: 'invalid_spec',
    message: (p: { secret: string; role: string; target: string; profile: string; nearest: string | null }) =>
      `role \`${p.role}\` of \`${p.secret}\` names \`${p.target}\`, which profile \`${p.profile}\` does not declare`,
    help: meant,
  },
  E0508: {
    title: 'source does not fit',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; problem: string }) =>
      `\`${p.secret}\` is derived from \`${p.target}\`, ${p.problem}`,
  },
  E0509: {
    title: 'credential secret does not fit',
    kind: 'invalid_spec',
    message: (p: { secret: string; target: string; problem: string }) =>
      `\`${p.secret}\` takes a credential from \`${p.target}\`, ${p.problem}`,
  },
  E0510: {
    title: 'export without a source',
    kind: 'invalid_spec',
    message: (p: { secret: string; type: string }) =>
      `\`${p.secret}\` is a \`${p.type}\`, which is exported from an identity`,
    help: () => 'name the secret that holds the identity with `from`',
  },
  W0501: {
    title: 'secret in no scope',
    kind: 'invalid_spec',
    message: (p: { secret: string }) => `\`${p.secret}\` is in no scope, and nothing in one is made of it`,
    help: () => 'list it in the scope of who needs it, or remove it',
  },
  W0502: {
    title: 'group that cannot be satisfied',
    kind: 'invalid_spec',
    message: (p: HopelessGroup) =>
      p.kind === 'too many'
        ? `group \`${p.group}\` wants exactly one, and ${listed(p.secrets)} always have a value`
        : `${p.scope === null ? '' : `in scope \`${p.scope}\` `}no member of group \`${p.group}\` can have a value`,
    help: (p: HopelessGroup) =>
      p.kind === 'too many'
        ? 'leave `default` and `generate` to one member at most'
        : `give a member a store that can hold it${p.scope === null ? '' : ', or show another member in the scope'}`,
  },
});

/** Why a group can never hold: several members that are always there, or none that can be, in a scope or anywhere. */
type HopelessGroup = { readonly group: string } & (
  | { readonly kind: 'too many'; readonly secrets: readonly string[] }
  | { readonly kind: 'none'; readonly scope: string | null }
);
