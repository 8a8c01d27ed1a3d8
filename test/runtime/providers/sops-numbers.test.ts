import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn } from './open-store.js';
import { type Plain, sopsJson } from './sops/sops-documents.js';

const folder = temporaryFolder();
const [own, other] = await Promise.all([generateIdentity(), generateIdentity()]);
const make = (name: string, content: string) => writeFileSync(`${folder}/${name}`, content);
const document = async (name: string, plain: Record<string, Plain>) =>
  make(name, await sopsJson([await identityToRecipient(own)], plain));

const OWN = { PATH: `${folder}/none` };
const read = async (spec: string, at: At, environment: Record<string, string> = OWN) => {
  const credential = async (name: string) => (name === 'age_key' ? SecretValue.fromText(own) : null);
  const [answer] = await (await openStore(spec, { ...portsIn(folder, environment), credential })).read([at], CALL);
  return answer?.kind === 'failed' ? [answer.failure.kind, answer.failure.detail] : inShort(answer);
};

test('numbers that JSON does not have are entries of their own, and harm no other', async () => {
  const numbers = { far: Infinity, low: -Infinity, not: NaN, list: [1, Infinity], map: { a: { b: NaN } }, text: 'x' };
  await document('special.yaml', numbers);
  const below = { demo: { default: { B: NaN } } };
  await document('below.yaml', below);
  const noJson = ['malformed', 'the value holds a number that JSON does not have: `.inf` or `.nan`'];
  const expected = ['found .inf', 'found -.inf', 'found .nan', noJson, noJson, 'found x'];
  const all = (spec: string, environment?: Record<string, string>) =>
    Promise.all(Object.keys(numbers).map((item) => read(spec, native(item), environment)));
  expect(await all('sops:special.yaml')).toEqual(expected);
  expect(await read('sops:below.yaml', convention('B'))).toBe('found .nan');
  // SOPS decrypts it, and cannot print it as JSON.
  make('theirs.yaml', await sopsJson([await identityToRecipient(other)], {}));
  make(
    'printed.yaml',
    'far: .inf\nlow: -.inf\nnot: .nan\nlist:\n    - 1\n    - .inf\nmap:\n    a:\n        b: .nan\ntext: x\nbytes: !!binary /w==\nquoted: ".inf"\n',
  );
  mkdirSync(`${folder}/yaml-only`);
  writeFileSync(
    `${folder}/yaml-only/sops`,
    `#!/bin/sh\nPATH=/usr/bin:/bin\ncase "$*" in *'output-type json'*) exit 4;; esac\ncat '${folder}/printed.yaml'\n`,
    { mode: 0o755 },
  );
  const program = { ...OWN, PATH: `${folder}/yaml-only` };
  expect(await all('sops:theirs.yaml', program)).toEqual(expected);
  expect(await read('sops:theirs.yaml', native('quoted'), program)).toBe('found .inf');
  expect(await read('sops:theirs.yaml', native('bytes'), program)).toEqual(['not-text', 'the value is not UTF-8 text']);
}, 60_000);
