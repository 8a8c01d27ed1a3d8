/** Settings of one secret that contradict each other. */
import { defineCodes } from './define.js';

type Secret = { secret: string };
type Beside = Secret & { field: string };
type Role = { role: string; roles: readonly string[]; isGenerated: boolean };

const eitherOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' or ');

function roleProblem({ roles, isGenerated }: Role): string {
  if (isGenerated) return 'cannot be bound: a generated archive has an empty password';
  return roles.length === 0 ? 'is unknown; the type has no roles' : `is unknown; the type has ${eitherOf(roles)}`;
}

export const declarations = defineCodes({
  E0401: {
    title: 'required secret with a default',
    kind: 'invalid_spec',
    message: (p: Secret) => `\`${p.secret}\` has both \`required = true\` and a \`default\``,
    help: () => 'remove `required = true`; a secret with a default always has a value',
  },
  E0402: {
    title: 'both ref and refs',
    kind: 'invalid_spec',
    message: (p: Secret) => `\`${p.secret}\` has both \`ref\` and \`refs\``,
    help: () => 'keep `ref` for one address everywhere, or `refs` for one address per alias',
  },
  E0403: {
    title: 'prompt cannot be combined',
    kind: 'invalid_spec',
    message: (p: Beside) => `\`${p.secret}\` has both \`prompt = true\` and \`${p.field}\``,
    help: (p: Beside) => `remove \`prompt\` or \`${p.field}\`; an override may set \`prompt = false\``,
  },
  E0404: {
    title: 'prompt on a secret that is not required by itself',
    kind: 'invalid_spec',
    message: (p: Secret & { why: string }) => `\`${p.secret}\` has \`prompt = true\`, but ${p.why}`,
    help: () => 'make the secret required by itself, or remove `prompt`',
  },
  E0405: {
    title: 'extract beside generate',
    kind: 'invalid_spec',
    message: (p: Secret) => `\`${p.secret}\` has both \`extract\`, which is read-only, and \`generate\``,
    help: () => 'remove one of the two',
  },
  E0406: {
    title: 'composed secret with a source of its own',
    kind: 'invalid_spec',
    message: (p: Beside) => `\`${p.secret}\` is \`composed\` and cannot also have \`${p.field}\``,
    help: (p: Beside) => `remove \`${p.field}\``,
  },
  E0407: {
    title: 'derived secret with a source of its own',
    kind: 'invalid_spec',
    message: (p: Beside) => `\`${p.secret}\` is derived with \`from\` and cannot also have \`${p.field}\``,
    help: (p: Beside) => `remove \`${p.field}\``,
  },
  E0408: {
    title: 'generate beside a default',
    kind: 'invalid_spec',
    message: (p: Secret) => `\`${p.secret}\` has both \`generate\` and a \`default\``,
    help: () => 'keep one of them: with a default, nothing is ever generated',
  },
  E0409: {
    title: 'prompt beside a profile default',
    kind: 'invalid_spec',
    message: (p: Secret & { profile: string }) =>
      `\`${p.secret}\` has \`prompt = true\`, but \`[profiles.${p.profile}.defaults]\` gives it a default`,
    help: () => 'set `prompt = false` in this profile, or remove the profile default',
  },
  E0410: {
    title: 'derived secret needs extract or an export type',
    kind: 'invalid_spec',
    message: (p: Secret & { problem: string }) => `\`${p.secret}\` has \`from\` ${p.problem}`,
    help: () => 'add `extract`, or an export `type` such as `pkcs8_private_key`',
  },
  E0411: {
    title: 'format does not fit the type',
    kind: 'invalid_spec',
    /** `formats`: those of the type. */
    message: (p: Secret & { formats: readonly string[] }) =>
      p.formats.length === 0
        ? `\`format\` of \`${p.secret}\` has no effect: its type has no formats`
        : `\`format\` of \`${p.secret}\` must be ${eitherOf(p.formats)}`,
    help: (p: { formats: readonly string[] }) =>
      p.formats.length === 0 ? 'remove `format`' : `write \`format = "${p.formats[0]}"\``,
  },
  E0412: {
    title: 'role does not fit the type',
    kind: 'invalid_spec',
    /** `roles`: those of the type. `isGenerated`: the type has the role, but a generated archive is not protected. */
    message: (p: Secret & Role) => `role \`${p.role}\` of \`${p.secret}\` ${roleProblem(p)}`,
    help: (p: Role) => {
      if (p.isGenerated) return 'remove `credentials`, or `generate`';
      return p.roles.length === 0 ? 'remove `credentials`' : `use the role ${eitherOf(p.roles)} in \`credentials\``;
    },
  },
  E0413: {
    title: 'identity cannot be combined',
    kind: 'invalid_spec',
    message: (p: Beside) => `\`${p.secret}\` is an \`x509_identity\` and cannot have \`${p.field}\``,
    help: (p: Beside) => `remove \`${p.field}\``,
  },
  E0414: {
    title: 'encoding of a text result',
    kind: 'invalid_spec',
    message: (p: Secret) => `\`${p.secret}\` is derived as text, which cannot have an \`encoding\``,
    help: () => 'remove `encoding`',
  },
  W0401: {
    title: 'default of a credential',
    kind: 'invalid_spec',
    message: (p: Secret & { reveals: 'name' | 'user'; profile: string | null }) => {
      if (p.reveals === 'user') return `the default of \`${p.secret}\` contains a credential before the \`@\``;
      const given =
        p.profile === null ? ' and has a `default`' : `, and profile \`${p.profile}\` gives it a \`default\``;
      return `\`${p.secret}\` is named like a credential${given}`;
    },
    help: () => 'keep the value in a store: anyone who can read the manifest can read a default',
  },
  W0402: {
    title: 'required secret with a default of another declaration',
    kind: 'invalid_spec',
    message: (p: Secret & { profile: string }) =>
      `\`${p.secret}\` has \`required = true\`, but its default is in force in profile \`${p.profile}\``,
    help: () => 'declare the default only in the profiles that need it, or remove `required = true`',
  },
});
