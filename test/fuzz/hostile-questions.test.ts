/**
 * Each form of each question about a plan, with text that tries to act in every place of a manifest that keeps text: the answer is read
 * by its reader, and has the structure that it has for a harmless text.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../helpers/run-cli.js';
import { mustBeShowable } from './clean.js';
import { answerTo, exits, QUESTIONS, TEXTS } from './questions.js';

const HARMLESS = 'plain';

const PLACES = [
  'project',
  'profile',
  'scope',
  'group',
  'alias',
  'address',
  'description',
  'default',
  'template',
  'item',
  'field',
  'credential',
  'command',
] as const;
type Place = (typeof PLACES)[number];

/** A manifest with the text in one place. */
function manifestWith(place: Place, text: string): string {
  const at = (one: Place, otherwise = HARMLESS) => JSON.stringify(place === one ? text : otherwise);
  const inline = (one: Place) => at(one).slice(1, -1);
  return `[project]
name = ${at('project')}
revision = "1.0"

[providers]
${at('alias')} = { uri = "vault://kv.example.com/secret", credentials = { token = { provider = "keyring", ref = { item = ${at('credential')} } } } }
kept = { uri = "vault://other.example.com/secret", cache = { provider = "keyring", max_age = "1h" } }

[profiles.${at('profile')}]
A = { description = ${at('description')}, providers = [${at('alias')}], ref = { item = ${at('item')}, field = ${at('field')} } }
B = { description = "b", default = ${at('default')}, providers = [${at('alias')}, "dotenv:./${inline('address').replace(/[?#%{}]/gu, '')}.env"] }
C = { description = "c", composed = "x\${A}${inline('template').replaceAll('$', '')}" }
D = { description = "d", type = "command", generate = { command = ${at('command')} }, providers = ["dotenv://.env"] }
E = { description = "e", providers = ["kept"], required = { at_least_one = ${at('group')} } }
F = { description = "f", providers = ["kept"], required = { at_least_one = ${at('group')} } }

[scopes.${at('scope')}]
secrets = ["C", "E"]
`;
}

let world: CliWorld;
beforeAll(() => {
  world = openCli();
});
afterAll(() => world.remove());

const known = new Map<string, string>();
async function harmlessAnswerTo(words: string, form: string): Promise<{ readonly text: string }> {
  const key = `${words} ${form}`;
  const text = known.get(key) ?? (await answerTo(world, manifestWith('item', HARMLESS), words, form)).text;
  known.set(key, text);
  return { text };
}

describe.each(PLACES)('in %s', (place) => {
  test.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])('text %s', async (kind) => {
    const hostile = manifestWith(place, TEXTS[kind]);
    const { status, said } = await answerTo(world, hostile, 'contacts', 'json');
    for (const [words, forms] of QUESTIONS) {
      for (const [form, structureOf] of Object.entries(forms)) {
        const answer = await answerTo(world, hostile, words, form);
        const title = { place, kind, words, form };
        if (status !== 0) {
          // One cause, whatever is asked.
          expect({ ...title, said: answer.said, text: answer.text }).toEqual({ ...title, said, text: '' });
          continue;
        }
        expect({ ...title, isExit: exits(answer.status) }).toEqual({ ...title, isExit: true });
        const expected = await harmlessAnswerTo(words, form);
        if (form !== 'html') mustBeShowable(answer.text, 100_000);
        // Names that no object of the engine can have.
        if (answer.text === '') {
          expect({ ...title, said: answer.said }).toEqual({
            ...title,
            said: expect.stringMatching(/^error|not covered/u),
          });
          continue;
        }
        expect({ ...title, structure: structureOf(answer.text) }).toEqual({
          ...title,
          structure: structureOf(expected.text),
        });
      }
    }
    expect({ place, kind, said: status === 0 ? '' : said }).toEqual({ place, kind, said: '' });
  });
});
