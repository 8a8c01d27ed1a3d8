/** No value is printed, copied or thrown by accident: a canary is looked for in everything that shows an object or an error of the library. */
import { inspect } from 'node:util';
import { serialize } from 'node:v8';
import { expect, test } from '@jest/globals';
import { builder } from '#runtime/sdk/index.js';
import { DOTENV, libraryWorlds } from './library-world.js';

const world = libraryWorlds();
const CANARY = 'c4n4ry-of-the-library';
const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

function shown(value: unknown): readonly string[] {
  const deep = { depth: 20, showHidden: true } as const;
  const texts = [
    JSON.stringify(value),
    inspect(value),
    inspect(value, deep),
    inspect(value, { ...deep, customInspect: false }),
    inspect(value, { ...deep, colors: true, sorted: true, compact: false, showProxy: true }),
    inspect(value, { ...deep, getters: true }),
    inspect(value, { ...deep, getters: true, customInspect: false }),
    inspect([{ value }], deep),
    JSON.stringify({ ...(value as object) }),
    JSON.stringify(Object.getOwnPropertyDescriptors(value)),
    inspect(structuredClone(value), deep),
    serialize(value).toString('latin1'),
  ];
  // An object without prototype has no text at all.
  if (value instanceof Object) texts.push(String(value), `${value}`);
  if (value instanceof Error) texts.push(value.stack ?? '', value.message, inspect(value.cause, deep));
  return texts;
}

const leaks = (values: readonly unknown[]) =>
  values.flatMap((value) => shown(value).filter((text) => text?.includes(CANARY)));

const MANIFEST = `${DOTENV}[scopes.web]
secrets = ["URL"]
[profiles.default]
PASSWORD = { description = "p" }
URL = { description = "u", composed = "https://u:\${PASSWORD}@h" }
FILE = { description = "f", as_path = true }
HEX = { description = "h", encoding = "hex" }
OBJECT = { description = "o", extract = { format = "json", pointer = "/a" } }
`;
const hex = Buffer.from(CANARY).toString('hex');
const VALUES = `PASSWORD=${CANARY}\nFILE=${CANARY}\nHEX=${hex}\nOBJECT={"a":"${CANARY}"}\n`;

test('results show names and sources alone', async () => {
  const { manifest } = world(MANIFEST, VALUES);
  const loaded = await builder().withPath(manifest).withReason('r').load();
  expect(loaded.secrets['PASSWORD']?.value).toBe(CANARY);
  const named = await builder().withPath(manifest).get('PASSWORD');
  const session = await builder().withPath(manifest).open();
  const report = await session.report();
  const all = [loaded, loaded.secrets, ...Object.values(loaded.secrets), named, report, await session.load()];
  expect(leaks(all)).toEqual([]);
  for (const hidden of [builder().withManifest(`# ${CANARY}`), session])
    expect(inspect(hidden, { depth: 20, showHidden: true })).not.toContain(CANARY);
  for (const text of [inspect(loaded), JSON.stringify(loaded), inspect(structuredClone(loaded))]) {
    expect(text).toContain('PASSWORD');
    expect(text).toContain('provider');
  }
  await session.close();
});

test('errors do not show the value that caused them', async () => {
  const broken = [
    [MANIFEST, VALUES.replace(hex, CANARY)],
    [MANIFEST, VALUES.replace(`{"a":"${CANARY}"}`, `{"b":"${CANARY}`)],
    [MANIFEST, `${VALUES}="${CANARY}\n`],
    [MANIFEST.replace('dotenv:.env', 'file:values'), VALUES],
    [MANIFEST.replace('as_path = true', 'encoding = "base64"'), VALUES.replace(`FILE=${CANARY}`, 'FILE=/w==')],
  ] as const;
  const errors: unknown[] = [];
  for (const [text, values] of broken) {
    const { manifest } = world(text, values);
    errors.push(
      await caught(builder().withPath(manifest).load()),
      await caught(builder().withPath(manifest).get('OBJECT')),
    );
  }
  const { manifest } = world(
    `${DOTENV}[profiles.default]\nA = { description = "a", encoding = "hex" }\n`,
    `A=${hex}00\n`,
  );
  const loaded = await builder().withPath(manifest).load();
  try {
    loaded.setAsEnv();
  } catch (error) {
    errors.push(error);
  }
  const session = await builder().withPath(manifest).open();
  errors.push(await caught(session.set('A\0', CANARY)), await caught(session.set('NOWHERE', CANARY)));
  await session.close();
  errors.push(await caught(session.set('A', CANARY)));
  const found = errors.filter((error) => error instanceof Error);
  expect(found.length).toBeGreaterThan(6);
  expect(leaks(found)).toEqual([]);
});
