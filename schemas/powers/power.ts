/** What a plan makes a machine do (plan-product, "Trust"): the terms in which differences, trust and policies speak of it. */
import { canonicalJson } from '../canonical.js';

export type Power = HostPower | ProgramPower | ExternalPower | CommandPower | FilePower | VariablePower | StorePower;

/** A server that the manifest names is contacted. */
export interface HostPower {
  readonly kind: 'host';
  /** With its port, if the manifest names one. */
  readonly host: string;
  readonly tls: boolean;
  /** Credentials that are sent there: a variable of the environment, or the name of one that another store keeps. */
  readonly receives: readonly ReceivedCredential[];
  /** Secrets are written or cached there. A power of its own, beside the one that says what the host receives. */
  readonly values: boolean;
  readonly stores: readonly string[];
}
export interface ReceivedCredential {
  readonly credential: string;
  /** `environment`, or the store and the address in it. */
  readonly from: string;
}

/** A program of a vendor is run. */
export interface ProgramPower {
  readonly kind: 'program';
  readonly program: string;
  readonly stores: readonly string[];
}

/** A provider that does not come with the tool is run. */
export interface ExternalPower {
  readonly kind: 'external';
  readonly scheme: string;
  readonly stores: readonly string[];
}

/** A shell runs this text. */
export interface CommandPower {
  readonly kind: 'command';
  readonly command: string;
  readonly secrets: readonly string[];
}

/** A file outside of the manifest's folder. Reading and writing it are two powers. */
export interface FilePower {
  readonly kind: 'file';
  /** As written. */
  readonly path: string;
  readonly access: 'read' | 'write';
}

/** A variable of the command that makes programs load code or find others. */
export interface VariablePower {
  readonly kind: 'variable';
  readonly name: string;
  readonly from: ValueOrigin & {
    /** The secrets that it is made of, through any steps. */
    readonly parts?: readonly VariablePart[];
  };
}
export interface ValueOrigin {
  /** The stores of aliases; null is the user's default store. */
  readonly stores: readonly (string | null)[];
  /** A default or a template. */
  readonly text: string | null;
  /** What is taken out of a value: `json /options of SETTINGS`. */
  readonly select?: string;
}
export interface VariablePart extends ValueOrigin {
  readonly secret: string;
}

/**
 * A store of this user, outside of the project: the manifest chooses the name under which entries are looked for, so that any
 * clone can name itself after another project. Not of differences, which have kinds of their own for stores and addresses.
 */
export interface StorePower {
  readonly kind: 'store';
  /** The store that an alias means, without credentials; a name that the manifest leaves to the machine; null: the user's default store. */
  readonly store: string | null;
  /** A digest of the whole address, where parts of it are not shown: they may decide where an external provider connects. */
  readonly hidden?: string;
  /** Whose entries by convention are used, in all profiles; null: none. */
  readonly project: string | null;
  /** Entries that are named in another way, sorted. Of a template, its pattern. */
  readonly items: readonly string[];
  readonly access: 'read' | 'write';
}

/** A power, and what the plan has it for. */
export interface GrantedPower {
  readonly power: Power;
  /** Sorted. */
  readonly secrets: readonly string[];
  readonly profiles: readonly string[];
}

/** What makes two powers the same or not: stores and secrets only say what it is for. */
export function powerIdentity(power: Power): object {
  return { ...power, stores: undefined, secrets: undefined };
}

/** Equal texts mean the same power. */
export function powerKey(power: Power): string {
  return canonicalJson(powerIdentity(power));
}
