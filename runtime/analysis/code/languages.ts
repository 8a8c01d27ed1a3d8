/** Which language a file is in, by its name or its first line, and who reads it. */
import { basename } from 'node:path';
import { type CodeReads, type Found, wordsIn } from './code-reads.js';
import { readC, SYNTAX as C } from './languages/c.js';
import { readGo, SYNTAX as GO } from './languages/go.js';
import { GROOVY, JAVA, KOTLIN, readJvm, SCALA } from './languages/jvm.js';
import { readPhp, SYNTAX as PHP } from './languages/php.js';
import { readPython, SYNTAX as PYTHON } from './languages/python.js';
import { readRuby, SYNTAX as RUBY } from './languages/ruby.js';
import { readRust, SYNTAX as RUST } from './languages/rust.js';
import { readCompose, withoutComment } from './shell/read-compose.js';
import { readShell } from './shell/read-shell.js';
import type { Syntax } from './tokens/syntax.js';
import type { Token } from './tokens/token.js';
import { tokenize } from './tokens/tokenize.js';
import { wordsOf } from './tokens/words-of.js';

/** Throws for a text that its parser does not accept. */
export type Reader = (text: string, path: string) => CodeReads | Promise<CodeReads>;

export interface Language {
  readonly name: string;
  readonly read: Reader;
  /** Of shells and Compose, which fill in defaults themselves. */
  readonly isShell?: boolean;
}

function ofTokens(name: string, syntax: Syntax, reads: (tokens: readonly Token[]) => Found): Language {
  return {
    name,
    read: (text) => {
      const tokens = tokenize(text, syntax);
      const mentions = (words: ReadonlySet<string>) => {
        const raw = wordsIn(text, words);
        return raw.size === 0 ? raw : wordsOf(tokens, text, raw);
      };
      return { sourced: [], ...reads(tokens), mentions };
    },
  };
}

const SCRIPT: Language = {
  name: 'JavaScript',
  read: async (text, path) => (await import('./javascript/read-file.js')).readScriptFile(text, path),
};
const SHELL: Language = { name: 'shell', isShell: true, read: (text) => ofShell(text) };
const COMPOSE: Language = {
  name: 'Compose',
  isShell: true,
  read: (text) => ({
    ...readCompose(text),
    sourced: [],
    mentions: (words) => new Set(text.split('\n').flatMap((line) => [...wordsIn(withoutComment(line), words)])),
  }),
};
const C_LIKE = ofTokens('C', C, readC);
const KOTLIN_LIKE = ofTokens('Kotlin', KOTLIN, readJvm);
const GROOVY_LIKE = ofTokens('Groovy', GROOVY, readJvm);
const PYTHON_LIKE = ofTokens('Python', PYTHON, readPython);
const RUBY_LIKE = ofTokens('Ruby', RUBY, readRuby);

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ...of(SCRIPT, 'js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'),
  ...of(PYTHON_LIKE, 'py', 'pyw'),
  ...of(ofTokens('Go', GO, readGo), 'go'),
  ...of(ofTokens('Rust', RUST, readRust), 'rs'),
  ...of(RUBY_LIKE, 'rb', 'rake', 'ru', 'gemspec'),
  ...of(ofTokens('Java', JAVA, readJvm), 'java'),
  ...of(KOTLIN_LIKE, 'kt', 'kts'),
  ...of(ofTokens('Scala', SCALA, readJvm), 'scala', 'sbt', 'sc'),
  ...of(GROOVY_LIKE, 'groovy', 'gradle'),
  ...of(C_LIKE, 'c', 'h', 'cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'hxx', 'm', 'mm'),
  ...of(ofTokens('PHP', PHP, readPhp), 'php', 'phtml', 'inc'),
  ...of(SHELL, 'sh', 'bash', 'zsh', 'ksh', 'bats', 'dockerfile', 'containerfile'),
]);

const BY_NAME: readonly (readonly [RegExp, Language])[] = [
  [/^(?:docker-)?compose(?:[.-].*)?\.ya?ml$/u, COMPOSE],
  [/^(?:Docker|Container)file(?:\..*)?$/iu, SHELL],
  [/^(?:Gem|Rake|Guard|Cap|Vagrant)file$/u, RUBY_LIKE],
  [/^Jenkinsfile/u, GROOVY_LIKE],
];

const BY_PROGRAM: readonly (readonly [RegExp, Language])[] = [
  [/^(?:ba|da|z|k|a)?sh$/u, SHELL],
  [/^python[\d.]*$/u, PYTHON_LIKE],
  [/^(?:node|bun|deno|tsx|ts-node)$/u, SCRIPT],
  [/^ruby[\d.]*$/u, RUBY_LIKE],
];

function of(language: Language, ...extensions: readonly string[]) {
  return extensions.map((extension) => [extension, language] as const);
}

/** Null for what no reader knows. Declarations of types read nothing. */
export function languageOf(path: string): Language | null {
  const name = basename(path);
  if (/\.d\.[cm]?ts$/u.test(name)) return null;
  const named = BY_NAME.find(([pattern]) => pattern.test(name));
  if (named !== undefined) return named[1];
  return BY_EXTENSION.get(/\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '') ?? null;
}

/** By `#!/usr/bin/env bash` or the like; null for other texts. */
export function languageOfText(text: string): Language | null {
  const line = /^#!(.*)/u.exec(text)?.[1]?.trim() ?? '';
  const words = line.split(/\s+/u).filter((word) => !word.startsWith('-'));
  const program = basename(words[0] ?? '') === 'env' ? words[1] : words[0];
  return BY_PROGRAM.find(([pattern]) => pattern.test(basename(program ?? '')))?.[1] ?? null;
}

function ofShell(text: string): CodeReads {
  const { comments, ...found } = readShell(text);
  const mentions = (words: ReadonlySet<string>) => {
    let from = 0;
    const code = comments.map(({ start, end }) => {
      const part = text.slice(from, start);
      from = end;
      return part;
    });
    return wordsIn([...code, text.slice(from)].join('\n'), words);
  };
  return { ...found, mentions };
}
