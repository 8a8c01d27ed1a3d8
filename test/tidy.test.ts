/** The rules of the house that no compiler holds: first comments, lengths, names, folder maps. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { secretTypeNames } from '#schemas/secret-types/index.js';
import { filesBelow } from './helpers/golden.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONGEST = 400;
const PARTS = ['schemas', 'compiler', 'runtime'];
const TOP = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'compiler',
  'docs',
  'editors',
  'golden',
  'package-lock.json',
  'package.json',
  'runtime',
  'schemas',
  'test',
  'tsconfig.json',
];
/** Not checked in: what npm and the build put there. */
const MADE = ['dist', 'node_modules'];

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sourcesIn = (folder: string) =>
  filesBelow(join(ROOT, folder))
    .filter((file) => /\.(ts|mjs)$/u.test(file))
    .map((file) => `${folder}/${file}`);
const sources = [...PARTS, 'test', '.build', 'editors/vscode/source'].flatMap(sourcesIn);
/** A unit test mirrors the path of its subject, which says what it is for. */
const isUnitTest = (file: string) => /^test\/(schemas|compiler|runtime)\/.*\.test\.ts$/u.test(file);

/** The text of the comment a file starts with, without its stars; null where it starts with something else. */
function firstComment(text: string): string | null {
  const found = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//u.exec(text);
  return found?.[1]?.replaceAll(/^\s*\* ?/gmu, '').trim() ?? null;
}

/** Rows of a README's folder map: `` | `name/` | sentence | ``. */
function foldersNamedIn(readme: string): readonly (readonly [string, string])[] {
  return [...readme.matchAll(/^\| `([\w.-]+)\/` \| (.+?) \|/gmu)].map(([, folder = '', sentence = '']) => [
    folder,
    sentence,
  ]);
}

const foldersOf = (part: string) =>
  readdirSync(join(ROOT, part)).filter(
    (name) => statSync(join(ROOT, part, name)).isDirectory() && filesBelow(join(ROOT, part, name)).length > 0,
  );

describe('every source file', () => {
  test('starts with a comment that says in a sentence what it is for', () => {
    const isSentence = (comment: string | null) =>
      comment !== null && /^.{7,}?[.?):]$/su.test(comment.split('\n\n')[0] ?? '');
    expect(sources.filter((file) => !isUnitTest(file) && !isSentence(firstComment(textOf(file))))).toEqual([]);
  });

  test(`has at most ${LONGEST} lines, or says at its top why it is longer`, () => {
    const isLong = (text: string) => text.split('\n').length - 1 > LONGEST;
    const saysWhy = (text: string) => /longer than \d+ lines because/iu.test(firstComment(text) ?? '');
    expect(sources.filter((file) => isLong(textOf(file)) && !saysWhy(textOf(file)))).toEqual([]);
  });

  test('has a name in kebab-case, whole words', () => {
    const isKebab = (file: string) => /^(E\d\d-)?[a-z0-9]+(-[a-z0-9]+)*(\.(test|d))?\.(ts|mjs)$/u.test(basename(file));
    expect(sources.filter((file) => !isKebab(file))).toEqual([]);
  });

  test('is in a folder that says what it holds', () => {
    const says = (file: string) => !/(^|\/)(utils?|helpers?|common|core|misc)\//u.test(file);
    expect(sources.filter((file) => !file.startsWith('test/') && !says(file))).toEqual([]);
  });
});

test('a name of a type that schemas/ exports means one thing: no other file has a type of that name', () => {
  const declared = PARTS.flatMap(sourcesIn).flatMap((file) =>
    [...textOf(file).matchAll(/^(export )?(?:declare |abstract )*(?:interface|type|class) (\w+)/gmu)].map(
      ([, exported, name = '']) => ({ file, name, isContract: exported !== undefined && file.startsWith('schemas/') }),
    ),
  );
  const contract = new Set(declared.filter(({ isContract }) => isContract).map(({ name }) => name));
  expect(contract.size).toBeGreaterThan(100);
  const filesOf = (name: string) => declared.filter((one) => one.name === name).map(({ file }) => file);
  expect([...contract].map((name) => [name, ...filesOf(name)]).filter(({ length }) => length > 2)).toEqual([]);
});

test('no type of secrets is named outside the catalogue and its own files', () => {
  const isOwn = (file: string) => /^(schemas|runtime)\/secret-types\//u.test(file);
  const isExample = (file: string) => file.startsWith('schemas/explanations/');
  // `base64` and `hex` are encodings, too; `command`, `passphrase` and `password` are words: those must not be compared with.
  const isWord = (name: string) => ['base64', 'hex', 'command', 'passphrase', 'password'].includes(name);
  const names = secretTypeNames.filter((name) => !isWord(name)).join('|');
  const named = new RegExp(`['"](${names})['"]|\\btype\\w* [!=]== '(${secretTypeNames.join('|')})'`, 'u');
  const judged = PARTS.flatMap(sourcesIn).filter((file) => !isOwn(file) && !isExample(file));
  expect(judged.filter((file) => named.test(textOf(file)))).toEqual([]);
});

describe.each(PARTS)('%s/README.md', (part) => {
  const named = foldersNamedIn(textOf(`${part}/README.md`));

  test('names every folder beside it, and no other', () => {
    expect(named.map(([folder]) => folder).sort()).toEqual([...foldersOf(part)].sort());
  });

  test('gives each of them one sentence', () => {
    expect(named.filter(([, sentence]) => !/^\p{Lu}[^.]*\.$/u.test(sentence.replaceAll(/`[^`]*`/gu, 'name')))).toEqual(
      [],
    );
  });
});

/** What a process has once, and each call of it may have otherwise. */
const OF_THE_PROCESS = /\bprocess\.(env|cwd|chdir)\b|\b(homedir|tmpdir|userInfo)\(|\bconsole\./u;
/** They ask how this process itself was started, or what a library does with it, not what a call wants; the reason stands at each place. */
const ABOUT_THE_PROCESS = [
  'runtime/child/process-handle.ts',
  'runtime/files/windows-folder.ts',
  'runtime/files/windows/windows-lists.ts',
  'runtime/front/path.ts',
  'runtime/inputs/current-user.ts',
  'runtime/inputs/password-database.ts',
  'runtime/providers/aws/keys-in-process.ts',
  'runtime/providers/keeper/library.ts',
];

test('a call is handed variables and folders: only the start asks the process for them', () => {
  const isCode = (line: string) => !/^\s*(\*|\/\/|\/\*)/u.test(line);
  const asks = (file: string) =>
    textOf(file)
      .split('\n')
      .filter(isCode)
      .some((line) => OF_THE_PROCESS.test(line));
  const asking = sourcesIn('runtime').filter((file) => !file.startsWith('runtime/start/') && asks(file));
  expect(asking).toEqual(ABOUT_THE_PROCESS);
});

describe.each(['compiler', 'schemas'])('%s/README.md', (part) => {
  const readme = textOf(`${part}/README.md`);
  const inTicks = (pattern: RegExp) => [...readme.matchAll(pattern)].map(([, name = '']) => name);

  test('names files and folders that exist', () => {
    const paths = inTicks(/`([\w./-]+(?:\.ts|\.json|\/))`/gu);
    const isThere = (path: string) => existsSync(join(ROOT, part, path)) || existsSync(join(ROOT, path));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test('names types and functions that exist', () => {
    const all = PARTS.flatMap(sourcesIn).map(textOf).join('\n');
    const names = inTicks(/`([A-Za-z]+[A-Z]\w*|[A-Z][a-z]+\w*|[A-Z]{2,}_\w+)`/gu);
    const isDeclared = (name: string) => new RegExp(`\\b(interface|type|function|const) ${name}\\b`, 'u').test(all);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isDeclared(name))).toEqual([]);
  });
});

test('schemas/README.md names every file beside it', () => {
  const files = readdirSync(join(ROOT, 'schemas')).filter((name) => name.endsWith('.ts'));
  expect(files.filter((name) => !textOf('schemas/README.md').includes(`\`${name}\``))).toEqual([]);
});

test('compiler/README.md names every pass', () => {
  const passes = [...textOf('compiler/README.md').matchAll(/^\| \d+ \| `(\w+)` \|/gmu)].map(([, pass = '']) => pass);
  const pipeline = textOf('compiler/pipeline.ts');
  const called = [...pipeline.matchAll(/from '\.\/passes\/(\w+)\.js'/gu)].map(([, pass = '']) => pass);
  expect(passes.toSorted()).toEqual(called.toSorted());
});

test('every declared dependency is imported', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(textOf('package.json'));
  const texts = PARTS.flatMap(sourcesIn).map(textOf);
  const isImported = (name: string) =>
    texts.some((text) => new RegExp(`(from|import\\(|require\\() ?'${name}['/]`, 'u').test(text));
  expect(Object.keys(dependencies).filter((name) => !isImported(name))).toEqual([]);
});

test('the top level holds nothing but what the folder map of README.md lists', () => {
  const found = readdirSync(ROOT).filter(
    (name) => !name.startsWith('.') && !name.endsWith('.log') && !MADE.includes(name),
  );
  expect(found.filter((name) => !TOP.includes(name))).toEqual([]);
  const missing = TOP.filter(
    (name) => !/\.(json|md)$|^LICENSE$/u.test(name) && !textOf('README.md').includes(`${name}/`),
  );
  expect(missing).toEqual([]);
});

const LOCKS = ['package-lock.json', 'editors/vscode/package-lock.json'];

test.each(LOCKS)('%s holds the optional packages of every platform, as `npm ci` demands', (lock) => {
  const { packages }: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
    textOf(lock),
  );
  const wanted = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ at, name })),
  );
  const isLocked = ({ at, name }: { at: string; name: string }) =>
    `node_modules/${name}` in packages || `${at}/node_modules/${name}` in packages;
  // Where this fails: node .build/complete-lock.mjs FILE
  expect(wanted.filter((one) => !isLocked(one))).toEqual([]);
});

test.each(LOCKS)(
  '%s says of every package where it comes from and what it is, so that no registry can exchange it',
  (lock) => {
    const { packages }: { packages: Record<string, { resolved?: string; integrity?: string }> } = JSON.parse(
      textOf(lock),
    );
    const incomplete = Object.entries(packages).filter(
      ([at, { resolved = '', integrity = '' }]) =>
        at !== '' &&
        !(
          /^https:\/\/registry\.npmjs\.org\/.+\.tgz$/u.test(resolved) && /^sha512-[A-Za-z0-9+/]{86}==$/u.test(integrity)
        ),
    );
    // Where this fails: node .build/complete-lock.mjs FILE
    expect(incomplete.map(([at]) => at)).toEqual([]);
  },
);
