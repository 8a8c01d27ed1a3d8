/** Secrets with the types that `tool types` generates. Loads nothing before they are asked for. */
import { type Caller, caller, NO_SETTINGS, path, type Settings, signal, text } from './settings.js';

/** What code was generated from. `tool types` writes it. */
export interface GeneratedFrom {
  readonly format: number;
  readonly profiles: readonly string[];
  /** Each secret with a mark for each profile. */
  readonly secrets: readonly (readonly [name: string, marks: string])[];
}

/** The members that are not given are as without them in a builder. */
export interface TypedSettings {
  readonly path?: string | URL | null | undefined;
  readonly provider?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly caller?: Caller | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * The secrets by their names, as getters: nothing that prints or copies the object shows a value. Disposing of it removes its files, which
 * otherwise go with this process.
 */
export type TypedSecrets<Secrets> = Secrets & {
  [Symbol.dispose](): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** All secrets of a profile, whatever the scope: of the active one, or of the one that is named. */
export interface TypedLoad<Secrets, Profiles> {
  (profile?: null, settings?: TypedSettings): Promise<TypedSecrets<Secrets>>;
  <Name extends keyof Profiles & string>(
    profile: Name,
    settings?: TypedSettings,
  ): Promise<TypedSecrets<Profiles[Name]>>;
}

/**
 * `load` for these types. With `generated`, it rejects with an error of the kind `version` where the manifest says otherwise than the
 * types; without, nothing compares them.
 */
export function typed<Secrets extends object, Profiles extends object>(
  generated?: GeneratedFrom,
): { readonly load: TypedLoad<Secrets, Profiles> } {
  const load = async (profile?: string | null, settings?: TypedSettings) => {
    const checked = settingsOf(profile, settings ?? {});
    const { loadTyped } = await import('./load-typed.js');
    return loadTyped(checked, generated ?? null);
  };
  // What is declared of the result is what it was generated from, and `loadTyped` compares that with the manifest.
  return { load: load as TypedLoad<Secrets, Profiles> };
}

/** No scope, for the types are those of the full profile. */
function settingsOf(profile: string | null | undefined, given: TypedSettings): Settings {
  return {
    ...NO_SETTINGS,
    scope: '',
    path: checked(given.path, path, 'path'),
    provider: checked(given.provider, text, 'provider'),
    reason: checked(given.reason, text, 'reason'),
    caller: checked(given.caller, caller, 'caller'),
    signal: checked(given.signal, signal, 'signal'),
    profile: checked(profile, text, 'profile'),
  };
}

function checked<T>(given: unknown, check: (given: unknown, of: string) => T, name: string): T | null {
  return given === undefined || given === null ? null : check(given, `load, ${name}`);
}
