/** Runs on Windows: how commands are found and started, and what they get. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, until } from './until.mjs';

const MANIFEST = `[project]
name = "shop"
revision = "1.0"

[defaults]
providers = ["dotenv:.env"]

[profiles.default]
DB = { description = "The database" }
`;
const FILES = { 'manifest.toml': MANIFEST, '.env': 'DB=one\n' };
/** Prints its arguments as JSON, and what a command in them would have printed. */
const SHOWN = 'console.log(JSON.stringify(process.argv.slice(2)))';
/** The quotes of `cmd`, and what means something to it. Percent signs are not here: Wine expands the arguments of a batch file twice. */
const HOSTILE = [
  ...['a b', 'a&echo pwned', '"&echo pwned&"', '\\"&echo pwned', 'a"b', '^', 'a^b', '|echo pwned', '>pwned', '<pwned'],
  ...[
    '(a)',
    'a;b',
    'a,b',
    'a=b',
    '!PATH!',
    "it's",
    '\\',
    'a\\',
    'a b\\',
    '\\\\',
    'ü 😀',
    "'&echo pwned&'",
    '&&echo pwned',
  ],
];

/** Writes its number, and stays. */
const WAITS = "import fs from 'node:fs'; fs.writeFileSync('pid', String(process.pid)); setTimeout(() => {}, 60_000);";

export function programs(lab) {
  const project = (more = {}) => lab.project({ ...FILES, ...more });
  return {
    'a program by its name alone, and its output': () => {
      const { status, stdout, stderr } = project().call(['run', '--', 'cmd', '/c', 'echo hi']);
      deepStrictEqual([status, stdout], [0, 'hi\r\n'], stderr);
    },
    'a program that is not there, and one in the current folder': () => {
      const shop = project({ 'here.cmd': '@echo here\r\n' });
      for (const name of ['nowhere', 'here']) {
        const { status, stderr } = shop.call(['run', '--', name]);
        strictEqual(status, 127, stderr);
        match(stderr, /E1205/u);
      }
      strictEqual(shop.call(['run', '--', '.\\here']).stdout, 'here\r\n');
    },
    'exit codes of 32 bits': () => {
      const shop = project();
      for (const code of [0, 1, 7, 256, 3221225786]) {
        const { status } = shop.call(['run', '--', 'node', '-e', `process.exit(${code})`]);
        strictEqual(status, code);
      }
    },
    'values and variables in any case are one variable': () => {
      const shop = project({ 'manifest.toml': `${MANIFEST}PATH_OF_SHOP = { description = "d", default = "x" }\n` });
      const shown =
        'console.log(JSON.stringify(Object.entries(process.env).filter(([name]) => /^(db|path_of_shop)$/i.test(name))))';
      const { stdout, stderr } = shop.call(['run', '--', 'node', '-e', shown], {
        env: { db: 'old', Path_Of_Shop: 'old' },
      });
      deepStrictEqual(
        JSON.parse(stdout || 'null'),
        [
          ['DB', 'one'],
          ['PATH_OF_SHOP', 'x'],
        ],
        stderr,
      );
    },
    'a clean environment has what programs of Windows need': () => {
      const { status, stdout, stderr } = project().call([
        'run',
        '--clean-env',
        '--',
        'node',
        '-p',
        'process.env.DB + os.tmpdir()',
      ]);
      strictEqual(status, 0, stderr);
      match(stdout, /^one.*Temp/u);
    },
    'a batch file gets every argument as it is, and runs none': () => {
      const shop = project({ 'show.mjs': SHOWN, 'show.cmd': '@node "%~dp0show.mjs" %*\r\n' });
      const { status, stdout, stderr } = shop.call(['run', '--', '.\\show.cmd', 'first', ...HOSTILE, 'last']);
      strictEqual(status, 0, stderr);
      ok(!/^pwned/mu.test(stdout), stdout);
      deepStrictEqual(JSON.parse(stdout), ['first', ...HOSTILE, 'last']);
    },
    'a batch file is not given a line end': () => {
      const { status, stderr } = project({ 'show.cmd': '@echo %*\r\n' }).call([
        'run',
        '--',
        '.\\show.cmd',
        'a\r\necho pwned',
      ]);
      strictEqual(status, 126, stderr);
    },
    'a program in a folder of Path with another ending of PATHEXT': () => {
      const shop = project({ 'tools/made.bat': '@echo bat\r\n', 'tools/made.cmd': '@echo cmd\r\n' });
      const folder = join(shop.folder, 'tools');
      mkdirSync(join(folder, 'made.exe'));
      const run = (endings) =>
        shop.call(['run', '--', 'made'], { env: { PATH: `"${folder}";${process.env.PATH}`, PATHEXT: endings } });
      strictEqual(run('.EXE;.CMD;.BAT').stdout, 'cmd\r\n');
      strictEqual(run('.BAT').stdout, 'bat\r\n');
    },
    'the environment is that of the process, not of a file of the drive that looks like one of Linux': () => {
      const { stdout } = project().call(['run', '--', 'node', '-p', 'process.env.ONLY_HERE'], {
        env: { ONLY_HERE: 'yes' },
      });
      strictEqual(stdout.trim(), 'yes');
    },
    'an end of the tool ends its command': () => {
      const shop = project({ 'wait.mjs': WAITS });
      const tool = spawn(shop.command[0], [...shop.command.slice(1), 'run', '--', 'node', 'wait.mjs'], {
        cwd: shop.folder,
        env: shop.variables,
        stdio: 'ignore',
      });
      const pid = Number(until(() => shop.has('pid') && shop.read('pid')));
      ok(isRunning(pid));
      tool.kill();
      until(() => !isRunning(pid));
    },
    'a missing stream is no fault': () => {
      const { status, stderr } = project().call(['check'], { stdio: ['ignore', 'ignore', 'pipe'] });
      strictEqual(status, 0, stderr);
      ok(!/EBADF/u.test(stderr), stderr);
    },
  };
}
