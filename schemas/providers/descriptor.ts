/** What is known of a provider without loading it: everything a rule, a diff, a cost or a policy asks of a scheme. */
import type { CoordinateName } from '../plan.js';
import type { Engines } from '../plan-emission.js';
import type { At } from '../addresses/address.js';
import type { ChangeRefusal, Entry, ProfileNames, Unfit } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';

export interface ProviderDescriptor {
  readonly scheme: string;
  /** Shared by schemes whose stores may hold the same entries; left out: the scheme. */
  readonly family?: string;
  /** For people: `AWS Secrets Manager`. */
  readonly title: string;
  /** Whether this version has the provider; another one is a clear error when it is linked. */
  readonly available: boolean;
  readonly uri: UriShape;
  /** Names that a `credentials` table may bind, and the variables that answer when it does not. */
  readonly credentials: readonly CredentialDescriptor[];
  /** Some depend on the URI: only version 2 of a KV mount can remove. */
  abilities(uri: StoreUri): Abilities;
  /** What it contacts; left out: at most a file at its location. */
  readonly reach?: (uri: StoreUri) => Reach;
  /** What a batch costs: requests or processes for n entries, and whether a person may have to unlock the store. */
  readonly cost: Cost;
  /** What the store calls the entry of an address, or why it has none. What only the machine knows is left out. */
  readonly entry: (at: At, uri: StoreUri, names: ProfileNames) => Entry | Unfit;
  /**
   * The name of an entry without coordinates, made of parts in the store's spelling: also of `{profile}` and `{key}`, where one
   * name is shown for many.
   */
  readonly conventionName: (parts: PlaceholderValues, uri: StoreUri) => string;
  /** How the store spells a part of such a name; left out: as it is. */
  readonly spelledPart?: (text: string, part: keyof PlaceholderValues) => string;
  /** Why an entry that can be read can never be written or removed: a version of it is named. */
  readonly refusesChange?: (entry: Entry, action: 'write' | 'remove', uri: StoreUri) => ChangeRefusal | null;
  /** What to do about a missing entry where the store cannot be written: an instruction that says what the store calls it. */
  readonly howToSupply?: (entry: string) => string;
  /** It may have to be unlocked, and can be read without asking a person to: whether it is open then shows. */
  readonly readsIfOpen?: true;
  /** Its file is encrypted for a list of recipients: how an author names the list, as an instruction. */
  readonly recipients?: string;
  /** Whether values in it are plain text on disk or for everyone who can read the cluster; for warnings. The environment stores nothing. */
  readonly plainText: boolean;
  /** What the targets of `tool plan emit` have for it, a line each; left out: none of them can read it. */
  readonly engines?: Engines;
}

export interface CredentialDescriptor {
  readonly name: string;
  readonly environment: readonly string[];
}

/** What a store contacts besides the file at its location. */
export interface Reach {
  readonly hosts?: readonly ReachedHost[];
  /** Names and, from options, whole commands. */
  readonly programs?: readonly string[];
  /** Programs that run along with these, or with what the machine has in place of them: `gpg`. */
  readonly helpers?: readonly string[];
  /** Paths in options: the location is not one of them. */
  readonly files?: readonly string[];
  /** What the URI leaves to variables and files of this machine. A server is one that `hosts` does not name. */
  readonly machine?: readonly MachineContact[];
}
export interface ReachedHost {
  /** With a port if one is written. */
  readonly name: string;
  readonly tls: boolean;
  /** Names of credentials that are sent there. */
  readonly receives: readonly string[];
  /** One of the vendor, the same for everybody. */
  readonly isVendors?: true;
}
/** `service`: one of the operating system, such as a keyring. */
export type MachineContact = 'host' | 'program' | 'file' | 'service';

export interface Cost {
  readonly unit: 'file' | 'process' | 'request' | 'none';
  /** Of a batch whose entries are all there. */
  readonly perBatch: number | 'one each' | { readonly entriesPerCall: number };
  /** Of a batch of one entry, where that is another number. */
  readonly single?: number;
  /** At most so many more for a batch in which some are missing; left out: none. */
  readonly more?: number;
  /** At most so many for a batch of writes, and for each entry of it, what is read first included; left out: it is not written. */
  readonly writes?: { readonly batch: number; readonly each: number };
  /**
   * At least so many to put copies into this store where it is an empty cache, for a batch and for each of it: a copy replaces what is
   * there unasked. Left out: as `writes` says. `areFiles`: each is a file, and what is not there is not asked for.
   */
  readonly copies?: { readonly batch: number; readonly each: number; readonly areFiles?: true };
  /** At most so many to sign in; left out: none. */
  readonly signIn?: number | ((uri: StoreUri) => number);
  readonly unlocks: boolean;
}

/** What a spec of this scheme may look like. */
export interface UriShape {
  /** `token`: not allowed, and a user that is written there is probably a token. */
  readonly user: OptionPresence | 'token';
  readonly authority: OptionPresence;
  readonly path: OptionPresence;
  /** How authority and path are meant together. `file`: glued back into one file path. `template`: a pattern with {project} {profile} {key}. */
  readonly location: 'none' | 'file' | 'folder' | 'template' | 'server';
  /** Of a path: `{project}` and `{profile}` in it are filled in when a plan is linked, and it may have no other braces. */
  readonly fillsPath?: true;
  /** What an empty location means, if it means something: `.env`. */
  readonly defaultLocation?: string;
  /** A spec to copy, where a part is required. */
  readonly example?: string;
  /** In canonical order. A name that ends in `.*` allows any ending. */
  readonly query: Readonly<Record<string, QueryOption>>;
  /**
   * What only the whole URI tells, after the shape fits: a clause that goes on after the store's name, saying what is
   * wrong and what to write instead (`needs a directory: write ...`), or null. Never quotes a password.
   */
  readonly refuses?: (uri: StoreUri) => string | null;
  /** The `item` of a `ref` that a part which does not belong here was probably meant as; left out: the part itself. */
  readonly meantAsItem?: (uri: StoreUri) => string | null;
  /** User, authority and path in the spelling that this store is called by, where several mean the same; left out: as written. */
  readonly canonical?: (uri: StoreUri) => Partial<Pick<StoreUri, 'userinfo' | 'authority' | 'path'>>;
  /**
   * The text two URIs share exactly if they mean the same physical container; left out: scheme, user and location without
   * the query. Ways to sign in never count.
   */
  readonly identity?: (uri: StoreUri) => string;
}
type OptionPresence = 'no' | 'optional' | 'required';

/** One option of the query. None may be given twice unless it says so. */
export interface QueryOption {
  /** The allowed texts; left out: any. */
  readonly values?: readonly string[];
  /** An empty value; left out: as if the option were absent. */
  readonly empty?: 'refused' | 'kept';
  readonly repeats?: boolean;
  /** The value that means the same as no option; it may follow from other options. */
  readonly default?: string | ((query: StoreUri['query']) => string | undefined);
  /** A clause saying what is wrong with a value, or null. */
  readonly refuses?: (value: string) => string | null;
  /** The canonical spelling of a value. */
  readonly spelled?: (value: string) => string;
  /** Canonically a slash in the value is escaped; left out: it is not. */
  readonly escapesSlash?: true;
}

export interface Abilities {
  /** Coordinates besides `item`; absent: rejected. `with field`: only together with `field`. */
  readonly coordinates: Readonly<
    Partial<Record<Exclude<CoordinateName, 'item'>, 'optional' | 'required' | 'with field'>>
  >;
  readonly values: 'text' | 'bytes';
  readonly read: boolean;
  /** `convention`: writes by convention only, refs are read-only. */
  readonly write: 'no' | 'convention' | 'all';
  readonly remove: boolean;
  readonly list: boolean;
  /** Whether such a value stays there: not in `null`. */
  readonly keeps: { readonly generated: boolean; readonly prompted: boolean };
}

/** Of every store that holds what it is given. */
export const KEEPS_ALL = { generated: true, prompted: true } as const;
