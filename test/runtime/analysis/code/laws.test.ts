/** Readers on what nobody wrote by hand: programs whose reads are known, and bytes that are no program. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CodeReads } from '#runtime/analysis/code/code-reads.js';
import { languageOf } from '#runtime/analysis/code/languages.js';
import { sized, tried } from '../../../helpers/thoroughness.js';

const FILES = [
  'a.js',
  'a.ts',
  'a.tsx',
  'a.vue',
  'a.py',
  'a.go',
  'a.rs',
  'a.rb',
  'A.java',
  'a.kt',
  'a.scala',
  'a.groovy',
  'a.c',
  'a.php',
  'a.sh',
  'Dockerfile',
  'compose.yml',
] as const;
type File = (typeof FILES)[number];

/** Lines of a language that read a name, that do not although they have it, and that say nothing of it. */
interface Lines {
  readonly head?: string;
  readonly reads: readonly ((name: string) => string)[];
  readonly others: readonly ((name: string) => string)[];
}

const SLASHES = [(name: string) => `// ${name} "`, (name: string) => `/* ${name} ' " \n ${name} */`];
const LINES: Readonly<Partial<Record<File, Lines>>> = {
  'a.ts': {
    reads: [
      (n) => `f(process.env.${n});`,
      (n) => `f(process.env['${n}']);`,
      (n) => `{ const { ${n}: x } = process.env; f(x); }`,
      (n) => `f(\`a \${process.env.${n}} b\`);`,
    ],
    others: [
      ...SLASHES,
      (n) => `f('process.env.${n}', /process.env.${n}"/);`,
      (n) => `f(other.env.${n} as string);`,
      () => 'f(1 / 2, "\\"");',
    ],
  },
  'a.py': {
    head: 'import os',
    reads: [(n) => `f(os.environ["${n}"])`, (n) => `f(os.getenv('${n}'))`, (n) => `f(f"{os.environ['${n}']}")`],
    others: [
      (n) => `# os.getenv("${n}") '`,
      (n) => `"""os.getenv("${n}") '\n"""`,
      (n) => `f('os.getenv("${n}")')`,
      () => `f("it's", 'a"b')`,
    ],
  },
  'a.go': {
    reads: [(n) => `f(os.Getenv("${n}"))`, (n) => `f(os.LookupEnv(\`${n}\`))`],
    others: [...SLASHES, (n) => `f("os.Getenv(\\"${n}\\")", '"')`, (n) => `f(\`os.Getenv("${n}")\`)`],
  },
  'a.rs': {
    reads: [(n) => `f(env::var("${n}"));`, (n) => `f(option_env!("${n}"));`],
    others: [...SLASHES, (n) => `f::<'a>("env::var(\\"${n}\\")", '"', '\\'');`, (n) => `f(r##"env::var("${n}")"#"##);`],
  },
  'a.rb': {
    reads: [(n) => `f(ENV["${n}"])`, (n) => `f(ENV.fetch('${n}'))`, (n) => `f("a #{ENV["${n}"]} b")`],
    others: [(n) => `# ENV["${n}"] '`, (n) => `f('ENV["${n}"]')`, () => `f("it's")`, () => 'f(<<~X)\n  it\'s "\nX'],
  },
  'A.java': {
    reads: [(n) => `f(System.getenv("${n}"));`, (n) => `f(System.getenv().get("${n}"));`],
    others: [...SLASHES, (n) => `f("System.getenv(\\"${n}\\")", '"', '\\'');`],
  },
  'a.c': {
    reads: [(n) => `f(getenv("${n}"));`, (n) => `f(std::getenv("${n}"));`],
    others: [...SLASHES, (n) => `f("getenv(\\"${n}\\")", '"');`],
  },
  'a.php': {
    head: '<?php',
    reads: [(n) => `f($_ENV['${n}']);`, (n) => `f(getenv("${n}"));`, (n) => `f("a {$_ENV['${n}']} b");`],
    others: [...SLASHES, (n) => `# getenv('${n}') "`, (n) => `f('getenv("${n}")');`, () => `f("it's", 'a"b');`],
  },
  'a.sh': {
    reads: [(n) => `f "$${n}"`, (n) => `f \${${n}}`, (n) => `f "a $(g "\${${n}%/}") b"`, (n) => `f <<X\n$${n} it's\nX`],
    others: [
      (n) => `# $${n} '`,
      (n) => `f '$${n} "'`,
      (n) => `f \\$${n}`,
      () => `f "it's"`,
      (n) => `f <<'X'\n$${n}\nX`,
    ],
  },
};

const reader = (file: string, text: string): Promise<CodeReads> => {
  const language = languageOf(file);
  if (language === null) throw new Error(file);
  return Promise.resolve(language.read(text, file));
};

const names = fc.stringMatching(/^[A-Z][A-Z\d_]{4,12}$/u);

test.each(Object.entries(LINES))('reads of %s are those that were written, at their places', async (file, lines) => {
  const { reads, others, head = '' } = lines;
  const line = fc.oneof(
    fc.record({ isRead: fc.constant(true), name: names, write: fc.constantFrom(...reads) }),
    fc.record({ isRead: fc.constant(false), name: names, write: fc.constantFrom(...others) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (all) => {
      const text = [head, ...all.map(({ name, write }) => write(name))].join('\n');
      const found = await reader(file, text);
      expect(found.reads.map(({ name }) => name).sort()).toEqual(
        all
          .filter(({ isRead }) => isRead)
          .map(({ name }) => name)
          .sort(),
      );
      for (const { name, start, end } of found.reads) expect(text.slice(start, end)).toContain(name);
      expect(found.computed).toEqual([]);
    }),
    { numRuns: tried(300) },
  );
});

/** Pieces that open something, and are rarely closed. */
const PIECES = [
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '//',
  '#',
  '#{',
  '${',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '<<X\n',
  '<<~X\n',
  '<<<X\n',
  'X\n',
  '"""',
  "'''",
  'r#"',
  'R"(',
  '%w(',
  '\\',
  '\n',
  '$A',
  '${A',
  '$(',
  "$'",
  '=begin\n',
  '=end',
  '<?php ',
  '?>',
  '<script>',
  '</script>',
  '<script ',
  '<script "',
  '<script></script>',
  '<!--',
  '{{',
  ",b='x'",
  '---\n',
  'process.env.',
  'process.env[',
  'const {',
  '} = process.env',
  'os.environ[',
  'getenv(',
  'ENV[',
  'env::var(',
  'System.getenv(',
  'import {',
  'from "process"',
  'A',
  '=',
  ',',
  ';',
  ':',
  '/',
  '<',
  '>',
  '\u2028',
  'é',
  '\ud800',
  '\0',
];

/** Only the parser of JavaScript refuses a text, which is then reported as one that cannot be read. */
async function outcomeOf(file: string, text: string): Promise<'read' | 'refused'> {
  try {
    const { reads, computed, mentions } = await reader(file, text);
    for (const { start, end } of [...reads, ...computed])
      if (!(0 <= start && start < end && end <= text.length)) throw new Error('out of the text');
    mentions(new Set(['A']));
    return 'read';
  } catch (error) {
    if (error instanceof Error && error.message === 'out of the text') throw error;
    return 'refused';
  }
}

test.each(FILES)('%s may be any text', async (file) => {
  const text = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join('')),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
  );
  const mayRefuse = /\.(?:js|tsx?|vue)$/u.test(file);
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const outcome = await outcomeOf(file, one);
      expect(mayRefuse || outcome === 'read').toBe(true);
    }),
    { numRuns: tried(1_000) },
  );
});

/** What takes the square of its time is not over before the test is. */
test.each(FILES)('%s may be a long text of one piece', async (file) => {
  const length = sized(200_000);
  for (const piece of PIECES) {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    expect(['read', 'refused']).toContain(await outcomeOf(file, text));
  }
});
