/**
 * Every question of a plan in every form on every manifest of `golden/questions/`: one table of questions, one of manifests, and their
 * product. Each answer in JSON agrees with its schema.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OutputName } from '#schemas/outputs/output-names.js';
import { exactOutputSchema } from '#schemas/outputs/output-schema.js';
import { casesOf, expectGolden, filesBelow, GOLDEN, readTexts } from './helpers/golden.js';
import { openCli } from './helpers/run-cli.js';

/** What the questions are about that need a subject. */
interface Subject {
  readonly profile: string;
  readonly secret: string;
  readonly store: string;
  readonly target: string;
  /** Nothing is in it: a manifest has at least one secret. */
  readonly scope?: string;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  empty: { profile: 'default', secret: 'A', store: 'env', target: 'vault', scope: 'dark' },
  'quick-start': { profile: 'default', secret: 'DATABASE_URL', store: 'dotenv://.env', target: 'aws' },
  cached: { profile: 'default', secret: 'DB_PASSWORD', store: 'team', target: 'aws' },
  'composed-with-scopes': { profile: 'production', secret: 'HOST', store: 'team', target: 'k8s' },
  'extends-of-three': { profile: 'default', secret: 'LOG_TOKEN', store: 'team', target: 'vault' },
  'a-thousand-secrets': { profile: 'default', secret: 'SECRET_000', store: 'team', target: 'vault' },
};

interface Asked {
  readonly name: string;
  readonly words: (subject: Subject) => readonly string[];
  readonly isOfOneProfile?: true;
  readonly forms: readonly string[];
}

const TEXT_AND_JSON = ['text', 'json'];
const QUESTIONS: readonly Asked[] = [
  { name: 'contacts', words: () => ['contacts'], forms: TEXT_AND_JSON },
  { name: 'cost', words: () => ['cost'], forms: TEXT_AND_JSON },
  { name: 'policy', words: ({ target }) => ['policy', '--for', target], isOfOneProfile: true, forms: TEXT_AND_JSON },
  { name: 'why', words: ({ secret }) => ['why', secret], forms: TEXT_AND_JSON },
  { name: 'uses', words: ({ store }) => ['uses', store], forms: TEXT_AND_JSON },
  {
    name: 'simulate',
    words: ({ store }) => ['simulate', '--down', store],
    isOfOneProfile: true,
    forms: TEXT_AND_JSON,
  },
  { name: 'matrix', words: () => ['simulate', '--matrix'], isOfOneProfile: true, forms: TEXT_AND_JSON },
  { name: 'graph', words: () => ['graph'], forms: ['mermaid', 'dot', 'svg', 'html', 'json'] },
];
/** The schema of a question is that of its command. */
const COMMAND_OF: Readonly<Record<string, string>> = { matrix: 'simulate' };

/** Longer outputs are kept as a digest: they show nothing that those of the small manifests do not. */
const LONGEST = 20_000;

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const schemas = new Map(
  QUESTIONS.map(({ name }) => {
    const output = `plan-${COMMAND_OF[name] ?? name}` as OutputName;
    return [name, ajv.compile({ ...JSON.parse(exactOutputSchema(output)), $id: `questions:${name}` })];
  }),
);

const fileOf = (name: string, form: string) => `${name}.${form === 'text' ? 'txt' : form}`;
const OUTCOMES = 'outcomes.txt';
const GIVEN = [OUTCOMES, ...QUESTIONS.flatMap(({ name, forms }) => forms.map((form) => fileOf(name, form)))];
const manifests = casesOf('questions');
const PATIENCE_MS = 120_000;

test('there is a subject for every manifest, and no other file', () => {
  expect([...manifests].sort()).toEqual(Object.keys(SUBJECTS).sort());
  const strangers = filesBelow(join(GOLDEN, 'questions')).filter((file) => {
    const name = file.split('/').slice(1).join('/');
    return !GIVEN.includes(name) && !name.endsWith('.toml');
  });
  expect(strangers).toEqual([]);
});

test.each(manifests)(
  '%s',
  async (manifest) => {
    const subject = SUBJECTS[manifest];
    if (subject === undefined) throw new Error(`no subject for ${manifest}`);
    const world = openCli();
    const given: Record<string, string> = { [OUTCOMES]: '' };
    for (const [file, text] of Object.entries(readTexts(join(GOLDEN, 'questions', manifest))))
      if (file.endsWith('.toml')) world.write(file, text);
    for (const question of QUESTIONS)
      for (const form of question.forms) {
        const { name } = question;
        const line = lineOf(question, subject, form);
        const { stdout, stderr, status } = await world.run(line);
        given[OUTCOMES] += `$ ${line}: ${status}\n${world.neutral(`${stderr}`)}`;
        const text = world.neutral(`${stdout}`);
        if (text === '') continue;
        if (form === 'json') expectValid(line, schemas.get(name), JSON.parse(text));
        given[fileOf(name, form)] = shortened(form === 'html' ? withoutProgram(text) : text);
      }
    world.remove();
    expectGolden('questions', manifest, given, GIVEN);
  },
  PATIENCE_MS,
);

function lineOf({ words, isOfOneProfile }: Asked, subject: Subject, form: string): string {
  const { profile, scope } = subject;
  const narrowed = scope === undefined ? [] : ['-S', scope];
  const ofProfile = isOfOneProfile || scope !== undefined ? ['-P', profile] : [];
  return ['tool', 'plan', ...words(subject), ...ofProfile, ...narrowed, '--format', form].join(' ');
}

function expectValid(line: string, validate: ReturnType<typeof ajv.compile> | undefined, document: unknown): void {
  const isValid = validate?.(document);
  expect({ line, isValid, errors: validate?.errors ?? [] }).toEqual({ line, isValid: true, errors: [] });
}

/** The program and the style of the page are the same in all of them; so are their hashes. */
function withoutProgram(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/u, '<style>…</style>')
    .replace(/<script>[\s\S]*?<\/script>/u, '<script>…</script>')
    .replace(/'sha256-[^']*'/gu, "'sha256-…'");
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.length} characters, sha256:${createHash('sha256').update(text).digest('hex')}\n`;
}
