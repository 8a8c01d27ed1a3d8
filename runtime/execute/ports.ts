/** What execution is given of the world. Tests give fakes. */

import type { StoreAccess } from '../access/store-access.js';
import type { GeneratorPorts } from '../secret-types/secret-type.js';
import type { Stores } from '../stores/stores.js';
import type { SecretValue } from '../values/secret-value.js';

export interface ExecutePorts {
  /** The stores of the executed plan. Execution leaves them open. */
  readonly stores: Stores;
  /** How many stores are asked at once (`TOOL_PROVIDER_CONCURRENCY`). */
  readonly concurrency: number;
  /** Null where there is no terminal. */
  readonly ask: Ask | null;
  /** One line for people, on stderr: "✓ NAME - generated and saved to dotenv (profile: default)". */
  readonly notice: (text: string) => Promise<void>;
  /** Null where nobody sees it. */
  readonly progress: Progress | null;
  readonly record: (access: StoreAccess) => void;
  readonly temporary: TemporaryFiles;
  readonly generators: GeneratorPorts;
  readonly now: () => Date;
  /** No signal gives the work up once it has begun: for what would lose a value half done. */
  readonly uninterruptibly: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What reading needs of them. */
export type ReadPorts = Pick<ExecutePorts, 'stores' | 'concurrency' | 'progress' | 'now'>;

/** What writes need of them. */
export type KeepPorts = Pick<ExecutePorts, 'stores' | 'record' | 'now'>;

/** What making needs of them. */
export type MakePorts = KeepPorts & Pick<ExecutePorts, 'ask' | 'notice' | 'generators'>;

/**
 * How far long work is, for a person who waits for it. Cheap: whether anything is shown is decided where it is shown. Null at the end
 * of the work, and while something else may use the terminal.
 */
export type Progress = (step: ProgressStep | null) => void;
export interface ProgressStep {
  readonly done: number;
  readonly of: number;
  /** What is under way: `reading vault://host/secret`. */
  readonly what: string;
}

/** A question to the operator of `run` (spec 4.3). */
export type Ask = (question: Question) => Promise<AskAnswer>;
export type Question = SecretQuestion | HiddenInputQuestion;
export interface SecretQuestion {
  readonly secret: string;
  readonly description: string;
  readonly profile: string;
  /** Where the answer will be kept, in words for people, and as reports call the store; null when it serves this run only. */
  readonly destination: { readonly store: string; readonly provider: string; readonly target: string } | null;
}
/** An input that the scope hides is asked for as one of the secret that needs it; where it is kept would show its name (spec 4.2, rule 10). */
export interface HiddenInputQuestion {
  readonly inputOf: string;
  readonly profile: string;
  readonly destination: { readonly store: string; readonly provider: string } | null;
}
export type AskAnswer = { readonly kind: 'answer'; readonly value: SecretValue } | { readonly kind: 'unavailable' };

/** Files that carry a value to a receiver that needs a path (spec 2.12). */
export interface TemporaryFiles {
  /** Writes the exact bytes to a new private file and gives its absolute path. Throws a FileFault. */
  write(value: SecretValue, suffix: string): Promise<string>;
  /** Removes one that is not needed after all; one that is gone already is fine. */
  remove(path: string): void;
}
