/** A target of `tool plan emit`: what it reads, and how its document is written. One folder has one. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { Encoding, Extraction } from '#schemas/plan.js';
import type { ReadEntry, Service } from './parts/recipe.js';

export interface Target {
  /** For people: `Vault Agent`. */
  readonly title: string;
  /** A document for several profiles, for several services of one, or for one service. */
  readonly extent: 'profiles' | 'services' | 'service';
  /** Whether it says what a service runs. */
  readonly hasCommand: boolean;
  /** Null: `tool` makes all values when it starts the services, and nothing is lost. */
  readonly engine: Engine | null;
  /** Why a service may not have this name, as a clause after it; left out: every DNS label will do. */
  readonly nameProblem?: (name: string) => string | null;
  /** Why a secret may not have this name, as a clause after it; left out: every name will do. */
  readonly secretProblem?: (name: string) => string | null;
  /** What `tool` cannot do where the target starts it. */
  readonly hasTerminal?: boolean;
  /** Whether it hands over what this store has as a file of its own. */
  readonly hasCredential?: (uri: StoreUri) => boolean;
  readonly document: (services: readonly Service[], about: About) => Drafted;
}

/** What the target does itself. */
export interface Engine {
  /** Null: it can read the entry; else why not, as a clause after its store: `has no provider in …`. */
  readonly unreadable: (read: ReadEntry) => string | null;
  readonly decodes: readonly Encoding[];
  readonly extracts: readonly Extraction['format'][];
  /** How many characters a value may have. */
  readonly longest: number;
  /** Whether it passes over an entry that is missing; left out: always. */
  readonly knowsMissing?: (read: ReadEntry) => boolean;
  /** Several servers cannot be in one document; left out: they can. */
  readonly serverOf?: (read: ReadEntry) => string;
}

export interface About {
  readonly project: string;
  /** The name of the project as a DNS label. */
  readonly label: string;
  /** What the service runs; empty: not known. */
  readonly command: readonly string[];
}

export interface Drafted {
  /** Lines, without a line end at the end. */
  readonly text: string;
  /** What to fill in, or to know, before it is used: sentences without a full stop. */
  readonly notes: readonly string[];
  /** What only the whole of a service tells that the engine cannot do. */
  readonly uncovered?: readonly { readonly secret: string; readonly profile: string; readonly why: string }[];
}
