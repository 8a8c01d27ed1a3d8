/** The settings of a builder, each checked when it is given. */

export interface Settings {
  readonly path: string | URL | null;
  readonly manifest: { readonly toml: string; readonly baseDir: string | URL | null } | null;
  readonly plan: string | URL | null;
  readonly expectedHash: string | null;
  readonly provider: string | null;
  readonly profile: string | null;
  readonly scope: string | null;
  readonly reason: string | null;
  readonly defaultReason: string | null;
  readonly caller: Caller | null;
  readonly noValues: boolean;
  readonly bytes: boolean;
  readonly signal: AbortSignal | null;
}

/** The program that asks, for the audit log; it never counts as a reason. */
export interface Caller {
  readonly name: string;
  readonly version?: string;
  readonly operation?: string;
  readonly resource?: string;
}

export const NO_SETTINGS: Settings = {
  path: null,
  manifest: null,
  plan: null,
  expectedHash: null,
  provider: null,
  profile: null,
  scope: null,
  reason: null,
  defaultReason: null,
  caller: null,
  noValues: false,
  bytes: false,
  signal: null,
};

/** Half of a surrogate pair is not a character, and has no bytes. */
export function text(value: unknown, of: string): string {
  if (typeof value !== 'string') throw new TypeError(`${of}: a string is needed`);
  if (!value.isWellFormed()) throw new TypeError(`${of}: a string without lone surrogates is needed`);
  return value;
}

export function path(value: unknown, of: string): string | URL {
  if (value instanceof URL) {
    if (value.protocol === 'file:') return value;
    throw new TypeError(`${of}: a URL must be one of a file`);
  }
  if (typeof value === 'string') return value;
  throw new TypeError(`${of}: a string or a file URL is needed`);
}

export function flag(value: unknown, of: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${of}: true or false is needed`);
}

/** A copy, with each text trimmed. With a blank name there is no caller; a detail that is blank, null or undefined is not known. */
export function caller(value: unknown, of: string): Caller | null {
  if (!isObject(value)) throw new TypeError(`${of}: an object with a name is needed`);
  const member = (name: string) => {
    const detail = value[name];
    return detail === undefined || detail === null ? null : trimmed(text(detail, `${of}, ${name}`));
  };
  const [version, operation, resource] = ['version', 'operation', 'resource'].map(member);
  const name = trimmed(text(value['name'], `${of}, name`));
  if (name === null) return null;
  return { name, ...(version && { version }), ...(operation && { operation }), ...(resource && { resource }) };
}

/** Null if it is blank. Written here, for importing the library loads no other file. */
function trimmed(given: string): string | null {
  return given.trim() || null;
}

/** Not by its class: a program may have one of its own, as test environments do. */
export function signal(value: unknown, of: string): AbortSignal {
  if (isSignal(value)) return value;
  throw new TypeError(`${of}: an AbortSignal is needed`);
}

function isSignal(value: unknown): value is AbortSignal {
  return isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
