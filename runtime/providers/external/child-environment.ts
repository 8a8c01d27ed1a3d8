/**
 * The environment of an external provider: cleared, but for what programs of every kind need, and what its claim asks for
 * (semantics 16). Credentials are not among it: a provider asks for those that it needs.
 */
import type { Environment } from '../../values/environment.js';

const BASE: ReadonlySet<string> = new Set(
  `PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  SSL_CERT_FILE SSL_CERT_DIR`.split(/\s+/u),
);
const BASE_BEGINNINGS = ['LC_', 'XDG_'];

/** What programs on Windows cannot start without. */
const WINDOWS: ReadonlySet<string> = new Set(
  'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA'.split(' '),
);

/** `asked`: names, and beginnings of names that end in `*`. */
export function childEnvironment(
  environment: Environment,
  asked: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Environment {
  const names = new Set(asked.filter((name) => !name.endsWith('*')));
  const beginnings = [
    ...BASE_BEGINNINGS,
    ...asked.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  ];
  const isPassed = (name: string) =>
    BASE.has(name) || names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  const isWindows = platform === 'win32';
  return new Map([...environment].filter(([name]) => isPassed(name) || (isWindows && WINDOWS.has(name.toUpperCase()))));
}
