/**
 * Compiles the command to one self-contained file, dist/executable/tool-full, with Bun, and builds the program that starts most warm commands
 * without it, dist/executable/tool (front.mjs): what `npm run build:executable` runs after a build. Where that program cannot be built, which
 * is said, the self-contained file is dist/executable/tool. Bun is no dependency of the package; it is installed here, pinned, in a
 * folder that git ignores. With `--target`, for another system, without the small program (executable-for.mjs).
 *
 * Input is the compiled tree, not the bundle: with `--splitting` Bun loads the bytecode of what is used, and nothing of
 * the rest. It is compiled twice: the first result records the order in which a warm `run` uses its functions, and in the second one
 * they are laid out in this order. Warm `run -- true` of the quick start, whole processes on 2 cores, milliseconds in a virtual machine where
 * page faults account for most of the time:
 *
 *    11.7         as it is; `node -e` that spawns `true` takes 26.4
 *    12.1         without the order
 *    12.5  12.9   the same two, written in pieces of 16 KB
 *     4.5         an executable that does nothing but spawn `true`
 *
 * Disabling the JIT, `--smol` and fewer threads make no difference there. On another machine, before the order, with 10 and with 1,000:
 *
 *     7.9  12.5   as it was; `node -e` that spawns `true` takes 22.7
 *     8.1  12.9   with dynamic imports in the warm path
 *     8.2  14.2   with the JIT compiling after 4 × the usual calls instead of 40 ×; 100 × is no faster, and slows large manifests
 *     8.4  13.4   with the child started by node:child_process
 *    51           without bytecode
 *     2.8         an empty executable, 3.9 with `Bun.spawn` of `true`
 *
 * The native keyring addon of this platform is found by Bun and put inside; those of other platforms are left out.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { compileByBun, copyTree } from './by-bun.mjs';
import { ROOT } from './compiled.mjs';
import { buildFor } from './executable-for.mjs';
import { buildFront, missingForFront } from './front.mjs';

const FOLDER = join(ROOT, 'dist/executable');
const TREE = join(FOLDER, 'tree');
const COMPILED_BY_BUN = join(FOLDER, 'compiled');
const ORDER = join(FOLDER, 'order');
/** What people start. */
const TOOL = join(FOLDER, 'tool');
const OUT = `${TOOL}-full`;
const NEW = `${OUT}.new`;

const at = process.argv.indexOf('--target');
if (at !== -1) {
  buildFor(process.argv[at + 1] ?? '');
  process.exit();
}

rmSync(TREE, { recursive: true, force: true });
try {
  copyTree(TREE);
  compile([]);
  recordOrder();
  compile(['--bytecode-order', ORDER]);
  writeWhole();
} finally {
  for (const path of [TREE, COMPILED_BY_BUN, ORDER, NEW]) rmSync(path, { recursive: true, force: true });
}
const without = missingForFront() ?? (await buildFront(TOOL).then(() => null, firstLine));
if (without !== null) {
  console.log(`without the small program that starts warm commands: ${without}`);
  renameSync(OUT, TOOL);
}
for (const file of [TOOL, OUT].filter(existsSync))
  console.log(`${relative(ROOT, file)}: ${Math.round(statSync(file).size / 1e5) / 10} MB`);

function firstLine({ message }) {
  return message.split('\n', 1)[0];
}

function compile(more) {
  compileByBun(TREE, COMPILED_BY_BUN, more);
}

/**
 * Records the second start, because the first one compiles the plan. Bun writes the order when the process exits. Started by a shell, the
 * tool would become the command and never write it.
 */
function recordOrder() {
  const folder = mkdtempSync(join(tmpdir(), 'tool-order-'));
  // The tool keeps no plans below the folder of the manifest, and makes no home folder.
  const [project, home] = ['project', 'home'].map((name) => join(folder, name));
  const run = (more) =>
    execFileSync(COMPILED_BY_BUN, ['run', '--', 'true'], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: home, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  try {
    cpSync(join(ROOT, 'docs/examples/quickstart'), project, { recursive: true });
    mkdirSync(home);
    run({});
    if (!existsSync(join(home, '.cache/tool/plans')))
      throw new Error('the start that is recorded would not be a warm one');
    run({ BUN_BYTECODE_ORDER_OUT: ORDER });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * In one piece: the system caches a file in larger units than Bun's small writes leave, so a start has fewer page faults. Renamed, because
 * the program may be running.
 */
function writeWhole() {
  writeFileSync(NEW, readFileSync(COMPILED_BY_BUN), { mode: 0o755 });
  renameSync(NEW, OUT);
}
