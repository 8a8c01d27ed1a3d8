/** What a program begins with: settings, and then what is to be had of the secrets. Loads nothing before that is asked for. */
import { nameAs } from './inspected.js';
import type { NamedResult } from './named-result.js';
import type { SecretsReport } from './report.js';
import type { Resolved } from './resolved.js';
import type { Session } from './session.js';
import { type Caller, caller, flag, NO_SETTINGS, path, type Settings, signal, text } from './settings.js';

type Given<T> = T | null | undefined;

/**
 * Every `with…` changes this builder and gives it back; null and undefined change nothing. A builder may be used again: each use takes
 * the settings as they are then.
 */
export class Builder {
  #settings = NO_SETTINGS;

  /** A manifest, or the folder of one. Otherwise the nearest one is used, in the working folder or above. */
  withPath(file: Given<string | URL>): this {
    return this.#set(file, (given) => ({ path: path(given, 'withPath'), manifest: null }));
  }

  /** A manifest as text. What it extends, and relative paths of stores, start at `baseDir`; without one it extends nothing. */
  withManifest(toml: Given<string>, baseDir?: Given<string | URL>): this {
    const base = baseDir === undefined || baseDir === null ? null : path(baseDir, 'withManifest, baseDir');
    return this.#set(toml, (given) => ({ manifest: { toml: text(given, 'withManifest'), baseDir: base }, path: null }));
  }

  /** A plan file to execute, which must agree with the manifest if there is one. */
  withPlan(file: Given<string | URL>): this {
    return this.#set(file, (given) => ({ plan: path(given, 'withPlan') }));
  }

  /** The hash that the plan must have; otherwise `TOOL_EXPECT_HASH`. */
  withExpectedHash(hash: Given<string>): this {
    return this.#set(hash, (given) => ({ expectedHash: text(given, 'withExpectedHash') }));
  }

  /** A store that replaces all others; otherwise `TOOL_PROVIDER`. */
  withProvider(provider: Given<string>): this {
    return this.#set(provider, (given) => ({ provider: text(given, 'withProvider') }));
  }

  /** Otherwise `TOOL_PROFILE`, or the profile of the user configuration. */
  withProfile(profile: Given<string>): this {
    return this.#set(profile, (given) => ({ profile: text(given, 'withProfile') }));
  }

  /** Otherwise `TOOL_SCOPE`; an empty one clears that. */
  withScope(scope: Given<string>): this {
    return this.#set(scope, (given) => ({ scope: text(given, 'withScope') }));
  }

  /** Why the secrets are accessed, for the audit log; used instead of `TOOL_REASON`. */
  withReason(reason: Given<string>): this {
    return this.#set(reason, (given) => ({ reason: text(given, 'withReason') }));
  }

  /** The same where `TOOL_REASON` has none. */
  withDefaultReason(reason: Given<string>): this {
    return this.#set(reason, (given) => ({ defaultReason: text(given, 'withDefaultReason') }));
  }

  /** Who accesses the secrets, for the audit log. */
  withCaller(who: Given<Caller>): this {
    return this.#set(who, (given) => ({ caller: caller(given, 'withCaller') }));
  }

  /** Names and sources alone: nothing is generated, written or cached. */
  withNoValues(...on: [on?: Given<boolean>]): this {
    return this.#set(on.length === 0 ? true : on[0], (given) => ({ noValues: flag(given, 'withNoValues') }));
  }

  /** Values need not be text; otherwise one that is not fails the load. */
  withBytes(...on: [on?: Given<boolean>]): this {
    return this.#set(on.length === 0 ? true : on[0], (given) => ({ bytes: flag(given, 'withBytes') }));
  }

  /** Gives the work up, which then rejects with the reason of the signal. A write to a store that has begun is finished. */
  withSignal(by: Given<AbortSignal>): this {
    return this.#set(by, (given) => ({ signal: signal(given, 'withSignal') }));
  }

  /** All secrets. Rejects with a MissingRequiredError if a required one has no value; what can be generated is generated and stored. */
  async load(): Promise<Resolved> {
    const settings = this.#settings;
    const { load } = await import('./load.js');
    return load(settings);
  }

  loadAsync(): Promise<Resolved> {
    return this.load();
  }

  /** What is there and what is missing, without values. */
  async report(): Promise<SecretsReport> {
    const settings = this.#settings;
    const { report } = await import('./load.js');
    return report(settings);
  }

  reportAsync(): Promise<SecretsReport> {
    return this.report();
  }

  /** One secret, with what it is made of. Groups are not judged. */
  async get(name: string): Promise<NamedResult> {
    const settings = this.#settings;
    const wanted = text(name, 'get');
    const { get } = await import('./load.js');
    return get(settings, wanted);
  }

  /** A session in this process: each store is opened once, and asked again by each read. */
  async open(): Promise<Session> {
    const settings = this.#settings;
    const { open } = await import('./open.js');
    return open(settings);
  }

  /** The same over a process, as `['tool', 'serve', '--read-only']`, which ends with the session. */
  async connect(command: readonly string[]): Promise<Session> {
    const settings = this.#settings;
    const words = commandOf(command);
    const { connect } = await import('./connect.js');
    return connect(settings, words);
  }

  #set<T>(given: Given<T>, change: (given: T) => Partial<Settings>): this {
    if (given !== undefined && given !== null) this.#settings = { ...this.#settings, ...change(given) };
    return this;
  }
}

nameAs('Builder', Builder);

export function builder(): Builder {
  return new Builder();
}

function commandOf(command: unknown): readonly [string, ...string[]] {
  const words: readonly unknown[] = Array.isArray(command) ? command : [];
  const [program, ...rest] = words.map((word) => text(word, 'connect, the command'));
  if (!program) throw new TypeError('connect: a command is needed, as a list of its words');
  return [program, ...rest];
}
