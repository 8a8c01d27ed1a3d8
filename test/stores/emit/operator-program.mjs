/**
 * The controller of External Secrets: a copy of its module, which replaces another one and so cannot be built by its name, with the
 * providers that the suite uses. `node test/stores/emit/operator-program.mjs` builds it; it takes four minutes, once.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kept } from '../shared/installed.mjs';

const MODULE = 'github.com/external-secrets/external-secrets';
const VERSION = 'v0.16.2';
/** With all of its providers, there are three times as many packages. */
const USED = {
  'pkg/provider/register/register.go': ['pkg/provider/kubernetes', 'pkg/provider/vault'],
  'pkg/generator/register/register.go': ['pkg/generator/fake'],
};
const DEFINITIONS = [
  'external-secrets.io_externalsecrets',
  'external-secrets.io_secretstores',
  'generators.external-secrets.io_generatorstates',
];

/** Its path, and those of the definitions of its objects; null where it cannot be built. */
export function builtOperator() {
  const place = kept(`external-secrets-${VERSION}`, build);
  if (place === null) return null;
  return { program: join(place, 'controller'), definitions: DEFINITIONS.map((name) => join(place, `${name}.yaml`)) };
}

function build(made) {
  const go = (words, options) => execFileSync('go', words, { stdio: ['ignore', 'pipe', 'ignore'], ...options });
  const { Dir } = JSON.parse(go(['mod', 'download', '-json', `${MODULE}@${VERSION}`]).toString());
  const source = `${made}.source`;
  mkdirSync(made);
  try {
    cpSync(Dir, source, { recursive: true });
    execFileSync('chmod', ['-R', 'u+w', source]);
    for (const [file, packages] of Object.entries(USED)) {
      const imports = packages.map((name) => `\t_ "${MODULE}/${name}"\n`);
      writeFileSync(join(source, file), `package register\n\nimport (\n${imports.join('')})\n`);
    }
    const flags = ['-trimpath', '-buildvcs=false', '-gcflags=all=-N -l -dwarf=false', '-ldflags=-s -w'];
    go(['build', ...flags, '-o', join(made, 'controller'), '.'], { cwd: source, env: { ...process.env, GOGC: '400' } });
    for (const name of DEFINITIONS)
      renameSync(join(source, 'config/crds/bases', `${name}.yaml`), join(made, `${name}.yaml`));
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename && builtOperator() === null) process.exitCode = 1;
