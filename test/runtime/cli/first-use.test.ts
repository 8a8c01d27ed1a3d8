/** Processes that all find no value for a generated secret, at the same moment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openCli } from '../../helpers/run-cli.js';

const PROCESSES = 8;
const MINUTE = 60_000;
const world = openCli();
afterAll(world.remove);
const stored = (path: string) => readFileSync(join(world.work, path), 'utf8');

world.write(
  'manifest.toml',
  `[project]
name = "demo"
revision = "1.0"

[profiles.default]
LINE = { description = "A line", type = "hex", generate = { bytes = 16 }, encoding = "base64", providers = ["dotenv:.env"] }
FILE = { description = "A file", type = "hex", generate = { bytes = 16 }, providers = ["file:./secrets"] }
`,
);

/** What each process printed; and what they said to people, all together. */
const getAtOnce = async (secret: string) => {
  const all = Array.from({ length: PROCESSES }, (_, index) => `tool get ${secret} > ${secret}.${index} &`);
  const { stderr } = await world.run(`${all.join(' ')} wait`);
  return { printed: all.map((_, index) => stored(`${secret}.${index}`)), said: stderr.toString() };
};

test.each([
  ['LINE', () => Buffer.from(stored('.env').replace(/^LINE=|\n$/gu, ''), 'base64').toString()],
  ['FILE', () => stored('secrets/demo/default/FILE')],
])(
  '%s: all print the value that is kept, and one says that it made it',
  async (secret, kept) => {
    const { printed, said } = await getAtOnce(secret);
    expect(kept()).toMatch(/^[0-9a-f]{32}$/u);
    expect(printed).toEqual(printed.map(kept));
    expect(said.match(/generated and saved/gu)).toEqual(['generated and saved']);
    expect(said).not.toContain('error');
  },
  MINUTE,
);
