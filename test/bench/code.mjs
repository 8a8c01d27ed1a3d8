/** How fast `tool lint --code` compares programs: many files of each language, of which a part reads variables. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFor } from './worlds.mjs';

const FILES = 1_000;
const LINES = 200;
/** One file of so many reads its environment. */
const READING = 5;
const MS_PER_SECOND = 1_000;

const LANGUAGES = {
  TypeScript: {
    extension: 'ts',
    line: (number) =>
      `export const value${number} = (first: string, second = 'text') => \`\${first} \${second}\`; // a comment`,
    read: (name) => `export const { ${name}, other = '1' } = process.env;`,
  },
  Python: {
    extension: 'py',
    line: (number) => `def value_${number}(first, second="text"): return f"{first} {second}"  # a comment`,
    read: (name) => `import os\nprint(os.environ["${name}"], os.getenv("OTHER", "1"))`,
  },
  Go: {
    extension: 'go',
    line: (number) =>
      `func value${number}(first, second string) string { return first + "text" + second } // a comment`,
    read: (name) => `var read = os.Getenv("${name}")`,
  },
};

/** The best of `rounds`: what is slower was slowed by others. */
export function codeRows(world, builds, rounds) {
  for (const [language, how] of Object.entries(LANGUAGES)) write(world, language, how);
  return Object.entries(builds).flatMap(([build, tool]) => {
    const bare = best(tool, world, 'manifest.toml', rounds);
    return Object.keys(LANGUAGES).map((language) => {
      const seconds = Math.max(1, best(tool, world, language, rounds) - bare) / MS_PER_SECOND;
      return [`${build}, lint --code, ${language}`, `${(FILES / seconds).toFixed(0)} files/s`, '', '', ''];
    });
  });
}

function best(tool, world, path, rounds) {
  const [program, ...words] = [...tool, 'lint', '--code', path];
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now();
    const { status, stderr } = spawnSync(program, words, {
      cwd: world.folder,
      env: environmentFor(world, 'warm'),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`lint --code ended with ${status}: ${stderr}`);
    return performance.now() - before;
  });
  return Math.min(...times);
}

function write({ folder, count }, language, { extension, line, read }) {
  for (let index = 0; index < FILES; index++) {
    const parent = join(folder, language, String(index % 100));
    if (index < 100) mkdirSync(parent, { recursive: true });
    const lines = Array.from({ length: LINES }, (_, number) => line(number));
    if (index % READING === 0) lines.push(read(`SECRET_${index % count}`));
    writeFileSync(join(parent, `file${index}.${extension}`), `${lines.join('\n')}\n`);
  }
}
