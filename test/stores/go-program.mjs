/**
 * Programs written in Go, built from pinned versions where this machine keeps caches, and found there the next time.
 * `node test/stores/go-program.mjs NAME...` builds them, one after the other.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KEPT } from './shared/installed.mjs';

/** The module that each is built in, its package, and texts that are set in it. */
const PROGRAMS = {
  'age-plugin-tooltest': { folder: 'age' },
  compose: { folder: 'compose' },
  'docker-client': { folder: 'docker' },
  'dotenv-readers': { folder: 'dotenv' },
  ejson: { folder: 'ejson', goPackage: 'github.com/Shopify/ejson/cmd/ejson' },
  gopass: { folder: 'gopass', goPackage: 'github.com/gopasspw/gopass' },
  // Without a version of its own it does not start.
  'kube-apiserver': {
    folder: 'k8s/server',
    variables: {
      'k8s.io/component-base/version.gitVersion': 'v1.36.3',
      'k8s.io/component-base/version.gitMajor': '1',
      'k8s.io/component-base/version.gitMinor': '36',
    },
  },
  setec: { folder: 'setec' },
  sops: { folder: 'sops', goPackage: 'github.com/getsops/sops/v3/cmd/sops' },
  vault: { folder: 'vault' },
  'vault-agent': { folder: 'emit/agent' },
};

/** Builds take most of the time on a new machine: without optimization, and with fewer collections of garbage, 88 s of CPU instead of 149 (setec). */
const FAST = 'all=-N -l -dwarf=false';

/** What it is built from. */
const SOURCE = /\.go$|^go\.(?:mod|sum)$/;

/** The path of the program; null where there is no Go. The first build may take minutes. */
export function goProgram(name) {
  const program = pathOf(name);
  if (existsSync(program)) return program;
  if (!hasGo()) return null;
  mkdirSync(dirname(program), { recursive: true });
  const { folder, goPackage = '.', variables = {} } = PROGRAMS[name];
  const flags = ['-s -w', ...Object.entries(variables).map(([variable, text]) => `-X ${variable}=${text}`)].join(' ');
  const made = `${program}.${process.pid}`;
  execFileSync('go', ['build', '-trimpath', `-gcflags=${FAST}`, '-ldflags', flags, '-o', made, goPackage], {
    cwd: join(import.meta.dirname, folder),
    env: { ...process.env, GOGC: '400' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(made, program);
  return program;
}

/** The same, if another suite has built it; else null. */
export function builtProgram(name) {
  const program = pathOf(name);
  return existsSync(program) ? program : null;
}

function pathOf(name) {
  const folder = join(import.meta.dirname, PROGRAMS[name].folder);
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) {
    if (SOURCE.test(file)) hash.update(readFileSync(join(folder, file)));
  }
  return join(KEPT, `${name}-${hash.digest('hex').slice(0, 16)}`);
}

function hasGo() {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === import.meta.filename)
  for (const name of process.argv.slice(2)) {
    try {
      goProgram(name);
    } catch (error) {
      console.error(`${name}: ${error.message}`);
      process.exitCode = 1;
    }
  }
