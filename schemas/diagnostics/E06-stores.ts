/** Aliases, chains, coordinates, caches: what can be wrong with the stores of a manifest. */
import { faultWords, type StoreFault } from '../stores/judge.js';
import { defineCodes } from './define.js';
import { removeEntry, writeInstead } from './fix.js';
import { listed } from './list-names.js';

type Faulty = { fault: StoreFault };
const words = {
  message: ({ fault }: Faulty) => faultWords(fault).message,
  help: ({ fault }: Faulty) => faultWords(fault).help,
};

export const stores = defineCodes({
  E0601: { title: 'malformed store address', kind: 'provider_operation_failed', ...words },
  E0602: { title: 'no such provider', kind: 'provider_not_found', ...words },
  E0603: { title: 'credential in a store address', kind: 'provider_operation_failed', ...words },
  E0604: { title: 'location not supported by the provider', kind: 'provider_operation_failed', ...words },
  E0605: { title: 'unknown option of a store address', kind: 'provider_operation_failed', ...words },
  E0606: { title: 'invalid option value', kind: 'provider_operation_failed', ...words },
  E0607: { title: 'coordinate not supported by the store', kind: 'provider_operation_failed', ...words },
  E0608: { title: 'invalid item for the store', kind: 'provider_operation_failed', ...words },
  E0609: { title: 'unknown credential', kind: 'provider_operation_failed', ...words },
  E0610: { title: 'credential more than one hop away', kind: 'provider_operation_failed', ...words },
  E0611: { title: 'credential from a cached alias', kind: 'provider_operation_failed', ...words },
  E0612: { title: 'cached alias combined with other stores', kind: 'provider_operation_failed', ...words },
  E0613: { title: 'cached aliases are nested', kind: 'provider_operation_failed', ...words },
  E0614: { title: 'cache that cannot delete', kind: 'provider_operation_failed', ...words },
  E0615: { title: 'cache is the store it caches', kind: 'provider_operation_failed', ...words },
  E0616: { title: 'refs of a cached alias', kind: 'provider_operation_failed', ...words },
  E0617: { title: 'name that the store cannot have', kind: 'provider_operation_failed', ...words },
  W0601: {
    title: 'unused alias',
    kind: 'provider_operation_failed',
    message: (p: { alias: string }) => `alias \`${p.alias}\` is never used`,
    help: () => 'use it in `providers` or `refs`, or remove it',
  },
  W0602: {
    title: 'store repeated in a chain',
    kind: 'provider_operation_failed',
    message: (p: { store: string }) => `\`${p.store}\` is already in this chain, so this entry has no effect`,
    help: () => 'remove the duplicate',
    fixes: () => removeEntry('remove the duplicate'),
  },
  W0603: {
    title: 'two secrets in one entry',
    kind: 'provider_operation_failed',
    message: (p: { secret: string; other: string; store: string; writer: string; how: 'generated' | 'entered' }) =>
      `\`${p.secret}\` and \`${p.other}\` share one entry of \`${p.store}\`, and ${p.how === 'generated' ? '' : 'the value entered for '}\`${p.writer}\` is ${p.how === 'generated' ? 'generated' : 'stored'} there`,
    help: () => 'give one of them a different `ref`, or merge them into one secret',
  },
  W0604: {
    title: 'plain-text store in production',
    kind: 'provider_operation_failed',
    message: (p: { profile: string; secret: string | null; store: string }) =>
      `${p.secret === null ? '' : `\`${p.secret}\` of `}profile \`${p.profile}\` uses \`${p.store}\`, which stores values as plain text`,
    help: () => 'use a store that encrypts or protects its values',
  },
  W0605: {
    title: 'unknown provider',
    kind: 'provider_not_found',
    message: (p: { scheme: string; nearest: string | null }) => `\`${p.scheme}\` is not a provider of this version`,
    help: (p: { scheme: string; nearest: string | null }) => {
      const claim = `${p.scheme}.tool.json`;
      const where = `whose claim is \`~/.config/tool/providers.d/${claim}\` or \`/etc/tool/providers.d/${claim}\``;
      return p.nearest === null
        ? `install an external provider of that name on every machine that uses the manifest, ${where}`
        : `did you mean \`${p.nearest}\`? Otherwise every machine needs an external provider of that name, ${where}`;
    },
  },
  W0606: {
    title: 'unknown store name',
    kind: 'provider_not_found',
    message: (p: { name: string; nearest: string | null; aliases: readonly string[] }) =>
      `\`${p.name}\` is neither an alias of the manifest nor a provider`,
    help: (p: { nearest: string | null; aliases: readonly string[] }) => {
      const elsewhere = 'each user needs an alias of that name in the user configuration';
      const list = p.aliases.length === 0 ? '' : `; aliases of the manifest are ${listed(p.aliases)}`;
      return p.nearest === null
        ? `${elsewhere}${list}`
        : `did you mean \`${p.nearest}\`? Otherwise ${elsewhere}${list}`;
    },
    // The name may be one of the user configuration, which no compiler sees.
    fixes: (p: { nearest: string | null }) => writeInstead(p.nearest, { preferred: false }),
  },
});

/** The code of each fault that a manifest can show. */
export function storeDiagnostic(fault: StoreFault) {
  switch (fault.kind) {
    case 'malformed':
      return stores.E0601;
    case 'misnamed':
    // `link` checks whether this machine has a provider; a manifest alone does not show these three.
    case 'unknown-alias':
    case 'unknown-scheme':
    case 'unavailable':
      return stores.E0602;
    case 'password':
      return stores.E0603;
    case 'shape':
      return stores.E0604;
    case 'option':
      return stores.E0605;
    case 'option-value':
      return stores.E0606;
    case 'coordinate':
      return stores.E0607;
    case 'item':
      return stores.E0608;
    case 'entry':
      return stores.E0617;
    case 'credential':
      return stores.E0609;
    case 'more-than-one-hop':
      return stores.E0610;
    case 'credential-from-cached':
      return stores.E0611;
    case 'cached-not-alone':
      return stores.E0612;
    case 'cached-nested':
      return stores.E0613;
    case 'cache-cannot-delete':
      return stores.E0614;
    case 'cache-is-authoritative':
      return stores.E0615;
    case 'refs-of-cached':
      return stores.E0616;
  }
}
