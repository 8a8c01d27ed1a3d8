/** Questions about plans with plan files that are altered, arguments that try to act, names of prototypes, and sizes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../helpers/run-cli.js';
import { mustBeShowable } from './clean.js';
import { answerTo, exits, QUESTIONS, read, TEXTS } from './questions.js';

let world: CliWorld;
beforeAll(() => {
  world = openCli();
});
afterAll(() => world.remove());

/** Each question once, in its first form. */
const ONCE = QUESTIONS.map(([words, forms]) => [words, Object.keys(forms)[0] ?? ''] as const);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What a question says that has no answer. */
async function refusalOf(line: string): Promise<{ readonly said: string; readonly status: number }> {
  const { stdout, stderr, status } = await world.run(line);
  mustBeShowable(`${stderr}`, 20_000);
  expect({ line, stdout: `${stdout}` }).toEqual({ line, stdout: '' });
  return { said: `${stderr}`, status };
}

const WHOLE =
  '[project]\nname = "shop"\nrevision = "1.0"\n\n[profiles.default]\nA = { description = "a", providers = ["keyring"] }\n';
/** Every question but `why`, which needs the manifest. */
const OF_FILES = ONCE.filter(([words]) => !words.startsWith('why'));

describe('plan files', () => {
  const altered: Readonly<Record<string, (text: string) => string>> = {
    empty: () => '',
    'cut in half': (text) => text.slice(0, text.length / 2),
    'no plan': () => '{"plan": 1}',
    'a list': () => '[[[[]]]]',
    'nested too deep': () => '['.repeat(100_000),
    'of another format': (text) => text.replace('"format": 1', '"format": 99'),
    'with another name': (text) => text.replace('"name": "shop"', '"name": "\\u001b[31mshop"'),
    'with a key of prototypes': (text) => text.replace('"secrets": {', '"secrets": { "__proto__": [],'),
    garbage: () => '\u0000\u001b[31m\u202e',
  };
  test.each(Object.keys(altered))('%s: no question is answered, and all say the same', async (kind) => {
    world.write('manifest.toml', WHOLE);
    expect((await world.run('rm -f plan.json; tool plan --output plan.json')).status).toBe(0);
    const text = `${(await world.run('cat plan.json')).stdout}`;
    world.write('plan.json', altered[kind]?.(text) ?? text);
    const said = new Set<string>();
    for (const [words] of OF_FILES) {
      const refusal = await refusalOf(`tool plan ${words} --plan plan.json`);
      const isGate = /^(cost|simulate)/u.test(words);
      expect([kind, words, refusal.status]).toEqual([kind, words, isGate ? 2 : 1]);
      said.add(refusal.said);
    }
    expect([...said]).toHaveLength(1);
  });
});

describe('arguments', () => {
  test.each([
    'why TEXT',
    'uses TEXT',
    'uses keyring TEXT TEXT',
    'simulate --down TEXT',
    'simulate --missing TEXT',
    'simulate --missing A@TEXT',
    'simulate --mode TEXT',
    'policy --for TEXT',
    'policy --for vault --store TEXT',
    'cost --max-calls TEXT',
    'contacts --assume TEXT',
    'contacts --assume TEXT=keyring',
    'contacts --assume =TEXT',
    'contacts --profile TEXT',
    'contacts --scope TEXT',
    'contacts --format TEXT',
    'contacts --plan TEXT',
    'graph --format TEXT',
  ])('%s', async (words) => {
    world.write('manifest.toml', WHOLE);
    for (const text of [
      ...Object.values(TEXTS),
      '',
      '__proto__',
      'constructor',
      '../../etc/passwd',
      'x'.repeat(50_000),
    ]) {
      const { stdout, stderr, status } = await world.run(`tool plan ${words.replaceAll('TEXT', quoted(text))}`);
      mustBeShowable(`${stderr}`, 20_000);
      mustBeShowable(`${stdout}`, 200_000);
      expect([words, text.slice(0, 80), exits(status)]).toEqual([words, text.slice(0, 80), true]);
    }
  });
});

test('names of prototypes are names', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const secrets = names.map((name) => `${name} = { description = "d", providers = ["${name}"] }`).join('\n');
  const stores = names.map((name, index) => `${name} = "vault://kv${index}.example.com/secret"`).join('\n');
  const scopes = names.map((name) => `${name} = { secrets = ["${name}"] }`).join('\n');
  world.write(
    'manifest.toml',
    `[project]\nname = "__proto__"\nrevision = "1.0"\n[providers]\n${stores}\n[profiles.__proto__]\n${secrets}\n[scopes]\n${scopes}\n`,
  );
  for (const name of names) {
    const uses = await world.run(`tool plan uses ${name} --format json`);
    expect(JSON.parse(`${uses.stdout}`)).toMatchObject({ secrets: [name], scopes: [name] });
    const why = await world.run(`tool plan why ${name} --format json`);
    expect(JSON.parse(`${why.stdout}`)).toMatchObject({ secret: name });
    const down = await world.run(`tool plan simulate --down ${name} --scope ${name} --format json`);
    expect(JSON.parse(`${down.stdout}`)).toMatchObject({ outcome: 'fails', secrets: [{ name, outcome: 'failed' }] });
    const policy = await world.run(`tool plan policy --for vault --store ${name}`);
    expect(`${policy.stdout}`).toContain(`/__proto__/__proto__/${name}"`);
  }
});

describe('sizes', () => {
  const stores = Array.from({ length: 200 }, (_, index) => `s${index} = "vault://kv${index}.example.com/secret"`);
  const chain = Array.from({ length: 200 }, (_, index) => `"s${index}"`).join(', ');
  const steps = Array.from(
    { length: 60 },
    (_, index) => `C${index + 1} = { description = "d", composed = "x\${C${index}}" }`,
  );
  test('200 stores and a composition that is 60 deep', async () => {
    const manifest = `[project]\nname = "shop"\nrevision = "1.0"\n[providers]\n${stores.join('\n')}\n[profiles.default]\nA = { description = "a", providers = [${chain}] }\nC0 = { description = "c", providers = ["s7"] }\n${steps.join('\n')}\n`;
    for (const [question, forms] of QUESTIONS) {
      const words = question.replace('keyring', 's7').replace('kept', 's7');
      for (const form of Object.keys(forms)) {
        const { text, status } = await answerTo(world, manifest, words, form);
        expect([words, form, exits(status), text !== '']).toEqual([words, form, true, true]);
        if (form === 'json') read(text);
      }
    }
    const { text } = await answerTo(world, manifest, 'uses s7', 'json');
    expect(JSON.parse(text).dependents).toHaveLength(60);
  });

  test.each([
    [
      'composed of itself',
      'A = { description = "a", composed = "x${B}" }\nB = { description = "b", composed = "x${A}" }',
      'E0502',
    ],
    ['a scope of nothing', 'A = { description = "a" }\n[scopes.web]\nsecrets = ["B"]', 'E05'],
  ])('%s: every question says so', async (_, secrets, code) => {
    world.write('manifest.toml', `[project]\nname = "shop"\nrevision = "1.0"\n[profiles.default]\n${secrets}\n`);
    const said = new Set<string>();
    for (const [words] of ONCE) said.add((await refusalOf(`tool plan ${words}`)).said);
    expect([...said]).toEqual([expect.stringContaining(`error[${code}`)]);
  });
});
