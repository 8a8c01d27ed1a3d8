/** All secrets of a load. It owns their files: they go with it, unless they are kept. */
import { setVariables } from '../start/set-variables.js';
import type { ToolError } from './errors.js';
import { nameAs, printsAs } from './inspected.js';
import { registerFiles } from './keep-temp-files.js';
import type { OwnedFiles } from './result-files.js';
import type { Secret, SecretFacts } from './secret.js';
import type { Warning } from './warning.js';

export interface ResolvedFacts {
  /** As reports show it; empty where nothing had to be contacted. */
  readonly provider: string;
  readonly profile: string;
  /** The scope in force, or null. */
  readonly scope: string | null;
  /** Names of optional secrets that have no value, sorted. */
  readonly missingOptional: readonly string[];
  readonly warnings: readonly Warning[];
}

export class Resolved implements ResolvedFacts {
  readonly provider: string;
  readonly profile: string;
  readonly scope: string | null;
  /** By name, those that have a value. It has no prototype. */
  readonly secrets: Readonly<Record<string, Secret>>;
  readonly missingOptional: readonly string[];
  readonly warnings: readonly Warning[];
  readonly #unusable: ToolError | null;
  readonly #files: OwnedFiles;

  /** @internal */
  constructor(facts: ResolvedFacts, secrets: readonly Secret[], unusable: ToolError | null, files: OwnedFiles) {
    this.provider = facts.provider;
    this.profile = facts.profile;
    this.scope = facts.scope;
    this.secrets = Object.freeze(byName(secrets, (secret) => secret));
    this.missingOptional = facts.missingOptional;
    this.warnings = facts.warnings;
    this.#unusable = unusable;
    this.#files = files;
    registerFiles(this, files);
    Object.freeze(this);
  }

  /** What each secret delivers, by name: the path of one that is delivered as a file, else the value. Has no prototype. */
  fields(): Record<string, string | null> {
    return byName(this.#all, (secret) => secret.get());
  }

  /** The same as JSON. */
  fieldsJson(): string {
    return JSON.stringify(this.fields());
  }

  /** Sets all of them in the environment of this process, or none. Unsets nothing. */
  setAsEnv(): void {
    if (this.#unusable !== null) throw this.#unusable;
    const values = Object.entries(this.fields()).flatMap(([name, text]) =>
      text === null ? [] : [[name, text] as const],
    );
    setVariables(values);
  }

  /** Leaves the files to the caller, and gives their paths. */
  keepTempFiles(): readonly string[] {
    return this.#files.keep();
  }

  /** Removes the files. */
  dispose(): void {
    this.#files.remove();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dispose();
  }

  toString(): string {
    return `[secrets of profile ${this.profile}]`;
  }

  toJSON(): ResolvedFacts & { readonly secrets: Readonly<Record<string, SecretFacts>> } {
    const { provider, profile, scope, missingOptional, warnings } = this;
    return { provider, profile, scope, secrets: byName(this.#all, (one) => one.toJSON()), missingOptional, warnings };
  }

  get #all(): readonly Secret[] {
    return Object.values(this.secrets);
  }
}

nameAs('Resolved', Resolved);
printsAs('Resolved', Resolved.prototype, (of) => of.toJSON());

/** No name of a secret is a member of all objects here. */
function byName<T>(secrets: readonly Secret[], of: (secret: Secret) => T): Record<string, T> {
  const all: Record<string, T> = Object.create(null);
  for (const secret of secrets) all[secret.name] = of(secret);
  return all;
}
