/** What the stores of `test/worlds/` need beyond a folder: keys of gpg, and a keyring that is unlocked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Keys {
  /** Why a store with this switch cannot be tried here; null: it can. */
  readonly missing: (name: string) => string | null;
  readonly close: () => void;
}

/** Sets the variables that the worlds read. */
export function makeKeys(): Keys {
  const isThere = (...programs: readonly string[]) =>
    programs.every((program) => spawnSync(program, ['--version']).error === undefined);
  const home = isThere('gpg', 'gpgconf') ? gpgHome() : null;
  const programs = mkdtempSync('/tmp/every-bin.');
  process.env['PATH'] = [programs, process.env['PATH']].join(delimiter);
  const reasons: Readonly<Record<string, () => string | null>> = {
    TOOL_TEST_PASS: () => (home !== null && isThere('pass') ? null : 'pass or gpg is not installed'),
    TOOL_TEST_GOPASS: () => (home === null ? 'gpg is not installed' : missingBuild('gopass', programs)),
    TOOL_TEST_SOPS: () => missingBuild('sops', programs),
    TOOL_TEST_KEYRING: () => (isUnlocked() ? null : 'no session bus with an unlocked keyring'),
  };
  return {
    missing: (name) => reasons[name]?.() ?? (name in reasons ? null : `the suite cannot provide ${name}`),
    close: () => {
      rmSync(programs, { recursive: true, force: true });
      if (home === null) return;
      spawnSync('gpgconf', ['--kill', 'gpg-agent'], { env: { ...process.env, GNUPGHOME: home } });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Puts the program into the folder if its own suite has built it (`go-program.mjs`). */
function missingBuild(name: string, folder: string): string | null {
  const caches = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tool-tests');
  const builds = existsSync(caches) ? readdirSync(caches).filter((file) => /^\w+-[0-9a-f]{16}$/u.test(file)) : [];
  const [newest] = builds
    .filter((file) => file.startsWith(`${name}-`))
    .map((file) => join(caches, file))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  if (newest === undefined) return `${name} is not built; run ${name}.mjs first`;
  symlinkSync(newest, join(folder, name));
  return null;
}

/** Short: the path of the agent's socket has a limit. */
function gpgHome(): string {
  const home = mkdtempSync('/tmp/every.');
  process.env['GNUPGHOME'] = home;
  const gpg = (...words: readonly string[]) =>
    execFileSync('gpg', ['--quiet', '--batch', '--pinentry-mode', 'loopback', '--passphrase', '', ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  gpg('--quick-gen-key', 'open <open@tool.test>', 'ed25519', 'cert,sign', '0');
  const fingerprint = /^fpr:+(\w+):/mu.exec(gpg('--list-keys', '--with-colons', 'open@tool.test'))?.[1] ?? '';
  gpg('--quick-add-key', fingerprint, 'cv25519', 'encr', '0');
  return home;
}

function isUnlocked(): boolean {
  if (process.env['DBUS_SESSION_BUS_ADDRESS'] === undefined) return false;
  const words = ['store', '--label', 'tool test', 'service', 'tool-test/probe', 'username', 'tester'];
  return spawnSync('secret-tool', words, { input: 'probe', timeout: 5_000 }).status === 0;
}
