/** Keys, documents and projects of the suite. */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectIn, WRITERS } from '../shared/project.mjs';

const DECLARED = ['A', 'B', 'C', 'SPARE_unencrypted', ...WRITERS];

export function makeWorld(root, tool) {
  const bin = join(root, 'bin');
  const path = `${bin}:${process.env.PATH}`;
  let count = 0;

  /** A program that must succeed. */
  function must(words, input, env = {}) {
    const { status, stdout, stderr } = spawnSync(words[0], words.slice(1), {
      input,
      encoding: 'utf8',
      maxBuffer: 1e8,
      cwd: root,
      env: { PATH: path, HOME: root, SOPS_DISABLE_VERSION_CHECK: '1', ...env },
    });
    strictEqual(status, 0, `${words.join(' ')}: ${stderr}`);
    return stdout;
  }
  const keygen = (name) => {
    must(['age-keygen', '-o', join(root, name)]);
    return must(['age-keygen', '-y', join(root, name)]).trim();
  };
  const [own, mate] = ['own.key', 'mate.key'].map(keygen);
  mkdirSync(join(root, '.local/state/tool'), { recursive: true });
  writeFileSync(join(root, '.local/state/tool/audit.log'), '');
  const keyOf = (name) => ({ SOPS_AGE_KEY_FILE: join(root, name) });

  /** A project with one store; `spec` is its address. */
  function project(spec, { env = keyOf('own.key'), refs = {}, profile = 'prod' } = {}) {
    const folder = join(root, `project-${++count}`);
    mkdirSync(folder);
    const ref = (key) => (refs[key] === undefined ? '' : `, ref = { item = ${JSON.stringify(refs[key])} }`);
    const declared = DECLARED.map((key) => `${key} = { description = "A value", required = false${ref(key)} }`);
    writeFileSync(
      join(folder, 'manifest.toml'),
      `[project]\nname = "shop"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["${spec}"]\n[profiles.${profile}]\n${declared.join('\n')}\n`,
    );
    const base = { PATH: path, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1', ...env };
    const file = join(folder, spec.replace(/^sops:|\?.*$/gu, ''));
    const command = [tool[0] === 'node' ? process.execPath : tool[0], ...tool.slice(1), '--profile', profile];
    return {
      ...projectIn(folder, command, base),
      file,
      /** Without the program `sops`. */
      alone: projectIn(folder, command, { ...base, PATH: '/nowhere' }).run,
      text: () => readFileSync(file, 'utf8'),
    };
  }
  const typeOf = (file) => (/\.(env|dotenv)$/u.test(file) ? 'dotenv' : /([a-z]+)$/u.exec(file)[1]);

  return {
    root,
    path,
    own,
    mate,
    keyOf,
    must,
    project,
    isThere: (program) => spawnSync(program, ['--version'], { env: { PATH: path } }).status === 0,
    /** Encrypts a text in the format of its file, for a key; `rules`: more of its creation rule. */
    encrypt: (file, text, { age = own, rules = {} } = {}) => {
      const config = join(root, 'rules.yaml');
      writeFileSync(config, JSON.stringify({ creation_rules: [{ age, ...rules }] }));
      const type = typeOf(file);
      const how = ['--filename-override', file, '--input-type', type, '--output-type', type];
      writeFileSync(file, must(['sops', 'encrypt', ...how], text, { SOPS_CONFIG: config }));
    },
    /** The plain document as SOPS sees it. */
    decrypt: (file, env = keyOf('own.key')) =>
      JSON.parse(must(['sops', 'decrypt', '--input-type', typeOf(file), '--output-type', 'json', file], '', env)),
  };
}
