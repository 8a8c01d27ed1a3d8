/** A folder with identities, and projects whose store is a file of age. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectIn, WRITERS } from '../shared/project.mjs';

const CONVERSE = fileURLToPath(new URL('../terminal/converse.py', import.meta.url));

export function makeWorld(tool) {
  const root = mkdtempSync(join(tmpdir(), 'tool-age-'));
  // Made before the first run, which would otherwise announce it.
  mkdirSync(join(root, '.local/state/tool'), { recursive: true });
  writeFileSync(join(root, '.local/state/tool/audit.log'), '');
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', TERM: 'xterm', NO_COLOR: '1' };
  let count = 0;

  /** What is shown when these steps are taken on a new terminal: see `converse.py`. */
  const converse = (steps, words, cwd) => {
    const { stdout } = spawnSync('python3', [CONVERSE, JSON.stringify(steps), ...words], {
      cwd,
      env,
      encoding: 'utf8',
    });
    const { shown, status, problem } = JSON.parse(stdout);
    strictEqual(problem, null, `${problem}: ${shown}`);
    return { shown, status };
  };
  const keygen = (name) => {
    must('age-keygen', ['-o', join(root, name)]);
    return must('age-keygen', ['-y', join(root, name)])
      .toString()
      .trim();
  };

  return {
    root,
    keygen,
    converse,
    decrypted: (path, key = 'own.key') => must('age', ['-d', '-i', join(root, key), path]).toString(),

    /** A project with one store, `secrets.age`, this identity and these options. */
    project(options = '', { identity = '../own.key', path = env.PATH } = {}) {
      const folder = join(root, `project-${++count}`);
      mkdirSync(folder);
      const declared = ['A', 'B', ...WRITERS].map((key) => `${key} = { description = "A value", required = false }`);
      writeFileSync(
        join(folder, 'manifest.toml'),
        `[project]\nname = "age"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["age:secrets.age?identity=${identity}${options}"]\n[profiles.default]\n${declared.join('\n')}\n`,
      );
      const withPath = { ...env, PATH: path };
      return {
        ...projectIn(folder, tool, withPath),
        file: join(folder, 'secrets.age'),
        withoutTerminal: projectIn(folder, ['setsid', '--wait', ...tool], withPath).run,
        onTerminal: (steps, ...given) => converse(steps, [...tool, ...given], folder),
      };
    },
  };
}

/** A program that must succeed. */
export function must(program, words, input) {
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 1e8 });
  strictEqual(status, 0, `${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}
export const encrypted = (path, text, ...words) => must('age', [...words, '-o', path], text);
export const isArmored = (path) => readFileSync(path, 'latin1').startsWith('-----BEGIN AGE ENCRYPTED FILE-----\n');

/** The command ends with 1, its words match, and the file has the bytes that it had. */
export function refuses({ run, file }, said, ...words) {
  const before = readFileSync(file);
  const { status, stderr } = run(...words);
  strictEqual(status, 1, stderr);
  match(stderr, said);
  ok(!stderr.includes('canary'), stderr);
  deepStrictEqual(readFileSync(file), before);
}
