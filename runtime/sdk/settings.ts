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

export function text(value: unknown, of: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${of}: a string is needed`);
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

/** A copy. Members that are null or undefined count as not given. */
export function caller(value: unknown, of: string): Caller {
  if (!isObject(value)) throw new TypeError(`${of}: an object with a name is needed`);
  const member = (name: string) => {
    const given = value[name];
    return given === undefined || given === null ? null : text(given, `${of}, ${name}`);
  };
  const [name, version, operation, resource] = ['name', 'version', 'operation', 'resource'].map(member);
  if (!name || name.trim() === '') throw new TypeError(`${of}: a name is needed`);
  return {
    name,
    ...(version != null && { version }),
    ...(operation != null && { operation }),
    ...(resource != null && { resource }),
  };
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
