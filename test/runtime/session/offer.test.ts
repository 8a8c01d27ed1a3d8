/** What `check` offers a person, in a session: prompts, and what is stored and recorded. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readPolicy } from '#compiler/policy/index.js';
import { offerMissing } from '#runtime/cli/offer-missing.js';
import { Failure } from '#runtime/failure.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import type { Policy } from '#schemas/policy.js';
import type { Terminal } from '#runtime/terminal/terminal.js';
import { fakeTerminal } from '../../helpers/fake-terminal.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

const MANIFEST = `[project]
name = "demo"
revision = "1.0"

[defaults]
providers = ["dotenv://.env"]

[profiles.default]
ONE = { description = "one" }
TWO = { description = "two" }
`;

function opened(terminal: Terminal | null, policies: readonly Policy[] = []) {
  const folder = `${root}/p${made++}`;
  mkdirSync(`${folder}/home`, { recursive: true });
  writeFileSync(`${folder}/manifest.toml`, MANIFEST);
  const records: string[] = [];
  const ports = nodePorts({ warn: async () => {}, notice: async () => {}, ...(terminal && { terminal }) });
  const call = { options: { ...NO_OPTIONS, policies }, variables: { HOME: `${folder}/home` }, workingFolder: folder };
  const session = new Session(call, {
    ...ports,
    openLog: () => ({
      createdAt: null,
      takeProblems: () => [],
      append: ({ action, key, outcome }) => records.push([action, key, outcome].filter(Boolean).join(' ')),
    }),
  });
  const check = () =>
    session.check(async (checking) => {
      const first = await checking.resolve();
      const offer = await checking.offer(first);
      if (offer?.kind !== 'offered') return offer;
      await offerMissing(session, first.resolution, offer.secrets);
      return (await checking.resolve()).resolution.secrets.map(({ status }) => status);
    });
  return { check, records, stored: () => readFileSync(`${folder}/.env`, 'utf8') };
}

test('every answer is stored and recorded, then all is checked again', async () => {
  const terminal = fakeTerminal('first', 'second');
  const { check, records, stored } = opened(terminal);
  expect(await check()).toEqual(['found', 'found']);
  expect(terminal.asked).toEqual([
    {
      kind: 'secret',
      secret: 'ONE',
      profile: 'default',
      destination: null,
      turn: { number: 1, of: 2, description: 'one' },
    },
    {
      kind: 'secret',
      secret: 'TWO',
      profile: 'default',
      destination: null,
      turn: { number: 2, of: 2, description: 'two' },
    },
  ]);
  expect(stored()).toBe('ONE=first\nTWO=second\n');
  expect(records).toEqual(['set ONE written', 'set TWO written', 'check found']);
});

test('an answer against a policy is not stored', async () => {
  const text = 'revision = "1.0"\nname = "x"\n[[rule]]\nid = "port"\nsecrets = ["TWO"]\nvalue = { type = "port" }';
  const { policy } = readPolicy('policy.toml', text);
  const { check, records, stored } = opened(fakeTerminal('first', 'second'), policy === null ? [] : [policy]);
  const error = await check().catch((thrown) => thrown);
  expect(error instanceof Failure && error.diagnostics.map(({ code }) => code)).toEqual(['E1509']);
  expect(stored()).toBe('ONE=first\n');
  expect(records).toEqual(['set ONE written', 'set TWO error', 'check missing']);
});

test('an empty answer skips its secret, and the rest is asked', async () => {
  const { check, records, stored } = opened(fakeTerminal('', 'second'));
  expect(await check()).toEqual(['missing_required', 'found']);
  expect(stored()).toBe('TWO=second\n');
  expect(records).toEqual(['set ONE missing', 'set TWO written', 'check missing']);
});

test('a terminal that is closed keeps what was stored before', async () => {
  const { check, records, stored } = opened(fakeTerminal('first'));
  const error = await check().catch((thrown) => thrown);
  expect(error instanceof Failure && error.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['E0902']);
  expect(stored()).toBe('ONE=first\n');
  expect(records).toEqual(['set ONE written', 'set TWO error', 'check missing']);
});

test('no one is asked without a terminal, or with another standard input', async () => {
  expect(await opened(null).check()).toBe(null);
  const terminal = { ...fakeTerminal('never'), isInput: false };
  expect(await opened(terminal).check()).toBe(null);
  expect(terminal.asked).toEqual([]);
});
