/** What the full program finds when it is handed a call: exactly what it finds when it is called itself. */
import { match, strictEqual } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In each, `$tool` is called. */
const CALLS = {
  'no words': '$tool',
  'another command': '$tool check --json',
  'a command that is only similar': '$tool runs -- true',
  'a run that needs more': '$tool run --redact -- true',
  'words of every kind': `$tool run -- '' ' ' '*' "$(printf 'a\\nb')" "$(printf '\\377\\300')"`,
  'variables of every kind': `env -i "$(printf 'BYTES=\\377')" EMPTY= 'odd name=1' PATH=/usr/bin:/bin $tool run -- true`,
  'no variables': 'env -i $tool run -- true',
  'other descriptors': '$tool run -- cat 3<manifest.toml 9</dev/null 17<manifest.toml',
  'closed streams': '$tool run -- true <&- 2>&-',
  'ignored signals': `trap '' HUP INT QUIT PIPE XFSZ USR1; $tool run -- true`,
  'a folder and a mask': 'umask 027; cd sub; $tool run -- true',
  'a limit of files': 'ulimit -Sn 123; $tool run -- true',
  'another name': `bash -c 'exec -a git-credential-tool "$0" get' $tool`,
};

export function handedOver(root, tool) {
  const folder = join(root, 'handed-over');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  const [front, full, alone, link] = ['tool', 'tool-full', 'alone', 'link'].map((name) => join(folder, name));
  copyFileSync(tool, front);
  copyFileSync(tool, alone);
  symlinkSync(front, link);
  writeFileSync(join(folder, 'manifest.toml'), '[project]\nname = "demo"\nrevision = "1.0"\n');
  execFileSync('cc', [join(import.meta.dirname, 'probe.c'), '-o', full]);
  const environment = { PATH: '/usr/bin:/bin', HOME: join(folder, 'home') };
  const seen = (call, program) => {
    const options = { cwd: folder, env: { ...environment, tool: program }, encoding: 'latin1' };
    const { stdout } = spawnSync('sh', ['-c', call], options);
    return stdout.replaceAll(program, 'TOOL').replaceAll(/pipe:\[\d+\]|socket:\[\d+\]/gu, 'pipe');
  };
  const same = (call, program) => () => {
    const direct = seen(call, full);
    match(direct, /folder/u);
    strictEqual(seen(call, program), direct);
  };
  const cases = Object.entries(CALLS).map(([name, call]) => [`handed over with ${name}`, same(call, front)]);
  return {
    ...Object.fromEntries(cases),
    'handed over through a link': same('$tool check', link),
    'a front alone says what is missing': () => {
      const { status, stderr } = spawnSync(alone, ['check'], { encoding: 'utf8' });
      match(stderr, /^error: .*alone-full cannot be started: No such file or directory\n$/u);
      strictEqual(status, 126);
    },
  };
}
