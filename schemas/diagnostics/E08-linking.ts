/** What this machine and this call ask of a plan, and it cannot give: profile, scope, stores. */
import type { FaultWords } from '../stores/judge.js';
import { defineCodes } from './define.js';
import { guessed } from './did-you-mean.js';
import { listed } from './list-names.js';

const worded = (p: FaultWords) => p.message;
const advice = (p: FaultWords) => p.help;

/** Not declared in a profile, in any (null), or not received by a scope. */
interface UnknownSecret {
  readonly secret: string;
  readonly profile: string | null;
  readonly scope?: string | null;
  readonly declared: readonly string[];
}

/** A pattern of `--only` or `--except`; `names`: what the scope shows. */
interface UnfitPattern {
  readonly pattern: string;
  readonly profile: string;
  readonly names: readonly string[];
}

/** An alias of the store that a literal address means, and a secret that it addresses differently. */
interface OtherAddresses {
  readonly alias: string;
  readonly source: string;
  readonly count: number;
  readonly example: string;
}

export const linking = defineCodes({
  E0801: {
    title: 'unknown profile',
    kind: 'invalid_profile',
    message: (p: { profile: string; defined: readonly string[] }) => `there is no profile \`${p.profile}\``,
    help: (p: { profile: string; defined: readonly string[] }) =>
      // It was not chosen: it is used if no profile is given.
      p.profile === 'default'
        ? `choose one with \`--profile\`: profiles are ${listed(p.defined)}`
        : guessed(p.profile, p.defined, 'profiles'),
  },
  E0802: {
    title: 'unknown scope',
    kind: 'invalid_scope',
    message: (p: { scope: string; defined: readonly string[] }) => `there is no scope \`${p.scope}\``,
    help: (p: { scope: string; defined: readonly string[] }) =>
      guessed(p.scope, p.defined, 'scopes') ?? 'the manifest declares no scopes',
  },
  E0803: {
    title: 'no default store',
    kind: 'no_provider_configured',
    message: (p: { secrets: readonly string[] }) =>
      p.secrets.length === 0
        ? 'a hidden composition input names no store, and no default store is configured'
        : `${listed(p.secrets)} ${p.secrets.length === 1 ? 'names' : 'name'} no store, and no default store is configured`,
    help: () =>
      'name one with `--provider`; or for the project, write in the manifest\n\n' +
      '    [defaults]\n    providers = ["keyring"]\n\n' +
      'or for all your projects, write in `~/.config/tool/config.toml`\n\n' +
      '    [defaults]\n    provider = "keyring"',
  },
  E0804: {
    title: 'unknown store',
    kind: 'provider_not_found',
    message: worded,
    help: advice,
  },
  E0805: {
    title: 'store address cannot be used',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  E0806: {
    title: 'provider is not in this version',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  E0807: {
    title: 'credential in the address of a store',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  E0808: {
    title: 'store does not support the coordinates',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  E0809: {
    title: 'cached alias cannot be used',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  E0810: {
    title: 'credentials of an alias cannot be used',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  E0811: {
    title: 'invalid key of refs',
    kind: 'provider_operation_failed',
    message: (p: { alias: string; isCached: boolean; leaves: readonly string[] }) =>
      p.isCached
        ? `\`${p.alias}\` is a cached alias, which cannot be a key of \`refs\``
        : `\`${p.alias}\` in \`refs\` is not an alias`,
    help: (p: { alias: string; isCached: boolean; leaves: readonly string[] }) => {
      const known = guessed(p.alias, p.leaves, 'valid keys');
      if (known !== null) return known;
      return p.isCached
        ? 'declare an alias of the store itself under `[providers]`, and use that'
        : 'declare the alias under `[providers]`';
    },
  },
  E0812: {
    title: 'unknown secret',
    kind: 'secret_not_found',
    message: ({ secret, profile, scope = null }: UnknownSecret) => {
      if (scope !== null) return `scope \`${scope}\` receives no secret \`${secret}\``;
      return profile === null
        ? `no profile declares a secret \`${secret}\``
        : `profile \`${profile}\` declares no secret \`${secret}\``;
    },
    help: (p: UnknownSecret) => guessed(p.secret, p.declared, 'secrets'),
  },
  E0813: {
    title: 'cached alias as the source of an import',
    kind: 'provider_operation_failed',
    message: (p: { alias: string; sources: readonly string[] }) =>
      `\`${p.alias}\` is a cached alias, which is a complete route and not a single store`,
    help: (p: { alias: string; sources: readonly string[] }) =>
      `import from a store that it names: ${listed(p.sources)}`,
  },
  E0814: {
    title: 'pattern fits no secret',
    kind: 'usage',
    message: (p: UnfitPattern) => `no secret that is shown in profile \`${p.profile}\` fits \`${p.pattern}\``,
    help: (p: UnfitPattern) =>
      guessed(p.pattern, p.names, 'secrets') ?? 'there is no secret to choose from: leave out `--only` and `--except`',
  },
  E0815: {
    title: 'name that the chosen store cannot have',
    kind: 'provider_operation_failed',
    message: worded,
    help: advice,
  },
  W0801: {
    title: 'alias has other addresses',
    kind: 'provider_operation_failed',
    message: (p: OtherAddresses) =>
      `alias \`${p.alias}\` is the same store as \`${p.source}\`, but addresses ${p.count === 1 ? '1 secret' : `${p.count} secrets`} differently, such as \`${p.example}\``,
    help: (p: OtherAddresses) =>
      `to use the addresses of the alias\n\n    tool import ${p.alias}\n\nto use one address in every store, give the secret a \`ref\``,
  },
});
