/**
 * `scan --install-hook` and `render --output` killed with SIGKILL at random moments: the file is the old one or the new one, and one
 * command later nothing is left beside it. `node test/faults/killed-files.mjs [--kills N] COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { openProject } from './parts/project.mjs';

const words = process.argv.slice(2);
const kills = words[0] === '--kills' ? Number(words.splice(0, 2)[1]) : 200;
const project = openProject(words);
const VALUE = 'canary-of-a-line';
const HOOK = '#!/bin/sh\necho before\n';

const put = (path, text) => {
  mkdirSync(dirname(join(project.folder, path)), { recursive: true });
  writeFileSync(join(project.folder, path), text, { mode: 0o755 });
};

/** Each command with the file that it writes, and what is there before. */
const COMMANDS = {
  'scan --install-hook': {
    file: '.git/hooks/pre-commit',
    words: ['scan', '--install-hook'],
    old: HOOK,
    before() {
      project.remove('.git/hooks/pre-commit.before-tool');
      put('.git/hooks/pre-commit', HOOK);
    },
  },
  'render --output': {
    file: 'app.conf',
    words: ['render', 'app.template', '--output', 'app.conf'],
    old: 'before\n',
    before: () => put('app.conf', 'before\n'),
  },
};

project.around('git', 'init', '--quiet');
put('.env', `LINE=${VALUE}\n`);
put('app.template', `line=\${LINE}\n`.repeat(20_000));

async function killAtRandom({ file, words: command, old, before }) {
  before();
  const begin = performance.now();
  const { status, stderr } = project.run(...command);
  strictEqual(status, 0, stderr);
  const [made, usual] = [project.read(file), performance.now() - begin];
  const seen = { old: 0, new: 0, killed: 0, 'with a temporary file': 0 };
  for (let turn = 0; turn < kills; turn++) {
    before();
    if (await project.killedAfter(command, usual * (0.4 + Math.random() * 0.7))) seen.killed++;
    const text = project.read(file);
    if (text !== made) strictEqual(text, old, 'the file is torn');
    seen[text === made ? 'new' : 'old']++;
    if (project.strays().length > 0) seen['with a temporary file']++;
  }
  before();
  strictEqual(project.run(...command).status, 0);
  deepStrictEqual([project.read(file), project.strays()], [made, []]);
  console.log(`   ${file}: ${JSON.stringify(seen)}`);
}

try {
  const cases = Object.entries(COMMANDS).map(([name, command]) => [
    `${kills} kills at random moments: ${name}`,
    () => killAtRandom(command),
  ]);
  process.exitCode = await runCasesInTurn(Object.fromEntries(cases));
} finally {
  project.close();
}
