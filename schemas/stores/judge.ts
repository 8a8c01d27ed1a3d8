/** What can be wrong with a store, and its wording: the compiler reports it as E06, `link` as E08. */

import type { CoordinateName } from '../plan.js';
import { shortened } from '../shortened.js';
import type { Unfit } from '../addresses/entry.js';
import { withoutCredentials } from './hidden-parts.js';

/** One thing wrong with a store. `shown` is the spec without credentials. */
export type StoreFault =
  | { readonly kind: 'malformed'; readonly shown: string; readonly problem: string }
  /** A name that is often mistaken for that of a provider; `advice` is what to write instead. */
  | { readonly kind: 'misnamed'; readonly shown: string; readonly scheme: string; readonly advice: string }
  | {
      readonly kind: 'unknown-scheme';
      readonly shown: string;
      readonly scheme: string;
      readonly nearest: string | null;
      /** Where the claim of an external provider of this scheme would be; null: no such place is known. */
      readonly claim: string | null;
    }
  | { readonly kind: 'unavailable'; readonly shown: string; readonly scheme: string; readonly title: string }
  | {
      readonly kind: 'password';
      readonly shown: string;
      readonly holds: 'password' | 'token' | 'credential';
      readonly credentials: readonly string[];
    }
  /** A location that the provider does not support. `item`: text that was probably meant as the `item` of a `ref`; `pasted`: all of it was. */
  | {
      readonly kind: 'shape';
      readonly shown: string;
      readonly problem: string;
      readonly item: string | null;
      readonly pasted?: string;
    }
  | {
      readonly kind: 'option';
      readonly shown: string;
      readonly option: string;
      readonly nearest: string | null;
      readonly known: readonly string[];
    }
  | { readonly kind: 'option-value'; readonly shown: string; readonly option: string; readonly problem: string }
  | {
      readonly kind: 'coordinate';
      readonly shown: string;
      readonly coordinate: CoordinateName;
      readonly problem: 'rejected' | 'required' | 'needs-field' | 'blank';
      /** The coordinates as this store can honour them, in TOML. */
      readonly write: string;
    }
  | { readonly kind: 'item'; readonly shown: string; readonly item: string; readonly problem: string }
  /** A part of an address, besides the `item` of a `ref`, that no entry of the store has. */
  | ({ readonly kind: 'entry'; readonly shown: string } & Omit<Unfit, 'kind'>)
  | {
      readonly kind: 'credential';
      readonly shown: string;
      readonly credential: string;
      readonly known: readonly string[];
    }
  | {
      readonly kind: 'unknown-alias';
      readonly name: string;
      readonly nearest: string | null;
      readonly aliases: readonly string[];
      /** Where the claim of an external provider of this name would be; left out: it cannot be one, or the place is not known. */
      readonly claim?: string;
    }
  /** `fallback`: the stores of the whole chain, which the alias can name instead. */
  | { readonly kind: 'cached-not-alone'; readonly name: string; readonly fallback?: readonly string[] }
  | { readonly kind: 'cached-nested'; readonly name: string; readonly within: string }
  | { readonly kind: 'cache-cannot-delete'; readonly shown: string; readonly able: readonly string[] }
  /** `profile`: the one in which the two are the same; null if they are in every profile that uses the alias. */
  | { readonly kind: 'cache-is-authoritative'; readonly shown: string; readonly profile: string | null }
  /** `refs` are for stores that hold the value itself; a cached alias is a route to several. */
  | { readonly kind: 'refs-of-cached'; readonly name: string }
  | { readonly kind: 'more-than-one-hop'; readonly credential: string; readonly name: string }
  | { readonly kind: 'credential-from-cached'; readonly credential: string; readonly name: string };

export interface FaultWords {
  readonly message: string;
  readonly help: string | null;
}

/** The wording of a fault: what is wrong, then what to do. Names are quoted, clipped, and without credentials and control characters. */
export function faultWords(fault: StoreFault): FaultWords {
  switch (fault.kind) {
    case 'malformed':
      return { message: `${quoted(fault.shown)} ${fault.problem}`, help: null };
    case 'misnamed':
      return { message: `unknown provider ${quoted(fault.scheme)}`, help: fault.advice };
    case 'unknown-scheme':
      return {
        message: `unknown provider ${quoted(fault.scheme)}`,
        help: unclaimedHelp(fault),
      };
    case 'unavailable':
      return {
        message: `${quoted(fault.shown)}: the provider for ${fault.title} is not available in this version`,
        help: 'use another store, or a later version of `tool`',
      };
    case 'password':
      return { message: `${quoted(fault.shown)} contains a ${fault.holds}`, help: passwordHelp(fault.credentials) };
    case 'shape':
      return {
        message: `${quoted(fault.shown)} ${fault.problem}`,
        help: fault.pasted ?? (fault.item && itemHelp(fault.item)),
      };
    case 'option':
      return {
        message: `${quoted(fault.shown)} has an unknown option ${quoted(fault.option)}`,
        help: didYouMean(fault.nearest) ?? optionsHelp(fault.known),
      };
    case 'option-value':
      return { message: `option ${quoted(fault.option)} of ${quoted(fault.shown)} ${fault.problem}`, help: null };
    case 'coordinate':
      return coordinateWords(fault);
    case 'item':
      return { message: `item ${quoted(fault.item)} of ${quoted(fault.shown)} ${fault.problem}`, help: OWN_ITEM };
    case 'entry':
      return {
        message: `${quoted(fault.shown)} cannot have this entry: ${fault.part === 'key' ? 'name' : fault.part} ${quoted(fault.text)} ${fault.problem}`,
        help: fault.help,
      };
    case 'credential':
      return {
        message: `${quoted(fault.shown)} does not accept the credential ${quoted(fault.credential)}`,
        help: fault.known.length === 0 ? null : `it accepts ${listed(fault.known)}`,
      };
    case 'unknown-alias':
      return {
        message: `${quoted(fault.name)} is neither an alias nor a provider`,
        help: [didYouMean(fault.nearest), aliasesHelp(fault), claimHelp(fault)]
          .filter((part) => part !== null)
          .join(' '),
      };
    case 'cached-not-alone':
    case 'cached-nested':
    case 'cache-cannot-delete':
    case 'cache-is-authoritative':
    case 'refs-of-cached':
      return cacheWords(fault);
    case 'more-than-one-hop':
      return {
        message: `credential ${quoted(fault.credential)} comes from ${quoted(fault.name)}, which needs credentials of its own`,
        help: 'take it from a store that needs no credentials',
      };
    case 'credential-from-cached':
      return {
        message: `credential ${quoted(fault.credential)} comes from the cached alias ${quoted(fault.name)}`,
        help: 'take it directly from the store',
      };
  }
}

const OWN_ITEM =
  'write an item that this store can hold; if another store of the chain needs this one, give each alias its own with `refs`';

type CoordinateFault = Extract<StoreFault, { kind: 'coordinate' }>;

function coordinateWords({ shown, coordinate, problem, write }: CoordinateFault): FaultWords {
  switch (problem) {
    case 'rejected':
      return {
        message: `${quoted(shown)} does not support the coordinate \`${coordinate}\``,
        help: `write \`${write}\`; if another store of the chain needs \`${coordinate}\`, give each alias its own coordinates, such as \`refs = { ALIAS = ${write} }\``,
      };
    case 'required':
      return {
        message: `${quoted(shown)} needs the coordinate \`${coordinate}\` in addition to \`item\``,
        help: `write \`${write}\` with the name of the ${coordinate}`,
      };
    case 'needs-field':
      return {
        message: `\`${coordinate}\` has no effect in ${quoted(shown)} without \`field\``,
        help: `write \`${write}\` with the name of the field, or remove \`${coordinate}\``,
      };
    case 'blank':
      return { message: `coordinate \`${coordinate}\` is blank`, help: 'give it a value, or remove the coordinate' };
  }
}

type CacheFault = Extract<
  StoreFault,
  {
    kind: 'cached-not-alone' | 'cached-nested' | 'cache-cannot-delete' | 'cache-is-authoritative' | 'refs-of-cached';
  }
>;

/** Both lines are to be written; a cached alias among the others would be nested. */
function aloneHelp(name: string, fallback: readonly string[]): string {
  const how = 'move the other stores into its `fallback`';
  if (fallback.length === 0) return how;
  const list = fallback.map((store) => JSON.stringify(store)).join(', ');
  return `${how}, which replaces \`uri\`, and name the alias alone\n\n    fallback = [${list}]\n    providers = [${JSON.stringify(name)}]`;
}

function cacheWords(fault: CacheFault): FaultWords {
  switch (fault.kind) {
    case 'cached-not-alone':
      return {
        message: `cached alias ${quoted(fault.name)} must be the only entry of \`providers\``,
        help: aloneHelp(fault.name, fault.fallback ?? []),
      };
    case 'cached-nested':
      return {
        message: `${quoted(fault.within)} is a cached alias and uses another one, ${quoted(fault.name)}`,
        help: 'name the stores directly; cached aliases cannot be nested',
      };
    case 'cache-cannot-delete':
      return {
        message: `${quoted(fault.shown)} cannot be a cache: a cache must support reading, writing and deleting`,
        help: `use one of ${listed(fault.able)}`,
      };
    case 'cache-is-authoritative':
      return {
        message: `cache ${quoted(fault.shown)} and the store that it caches are the same${fault.profile === null ? '' : ` in profile ${quoted(fault.profile)}`}`,
        help: 'name another store as `cache.provider`',
      };
    case 'refs-of-cached':
      return {
        message: `\`refs\` has an entry for the cached alias ${quoted(fault.name)}`,
        help: 'use the aliases of its stores as keys of `refs`',
      };
  }
}

function optionsHelp(known: readonly string[]): string {
  return known.length === 0 ? 'remove it: this provider has no options' : `remove it: options are ${listed(known)}`;
}

function unclaimedHelp({ nearest, claim }: Extract<StoreFault, { kind: 'unknown-scheme' }>): string {
  if (nearest === null) {
    const where = claim === null ? '' : `; its claim would be \`${claim}\``;
    return `no external provider of that name is installed on this machine${where}`;
  }
  const otherwise = claim === null ? '' : ` Otherwise install its external provider, whose claim would be \`${claim}\``;
  return `${didYouMean(nearest)}${otherwise}`;
}

function didYouMean(name: string | null): string | null {
  return name && `did you mean ${quoted(name)}?`;
}

/** The list comes last, after what is probably meant. */
function aliasesHelp({ aliases, nearest }: Extract<StoreFault, { kind: 'unknown-alias' }>): string | null {
  if (aliases.length > 0) return `${nearest === null ? 'aliases' : 'Aliases'} are ${listed(aliases)}`;
  if (nearest !== null) return null;
  return 'declare it under `[providers]` of the manifest, or `[defaults.providers]` of your `config.toml`';
}

/** Last: a name is seldom that of a provider which has to be installed. */
function claimHelp({ nearest, claim }: Extract<StoreFault, { kind: 'unknown-alias' }>): string | null {
  if (claim === undefined || nearest !== null) return null;
  return `\n\nThe claim of an external provider of that name would be \`${claim}\``;
}

function passwordHelp(credentials: readonly string[]): string {
  if (credentials.length === 0) return 'remove it; the credentials of a store belong in `credentials`';
  return `declare where it is stored under \`credentials\` of an alias, as ${listed(credentials)}`;
}

function itemHelp(item: string): string {
  return `to name one entry, write \`ref = { item = ${JSON.stringify(clipped(item))} }\` on the secret`;
}

function listed(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}

/** Some text of an author between backticks. */
function quoted(text: string): string {
  return `\`${clipped(text)}\``;
}

const LONGEST = 121;

function clipped(text: string): string {
  return shortened(withoutCredentials(text), LONGEST).replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
