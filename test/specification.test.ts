/** Every line of the specification's table of errors (7) and every constraint of a declaration (2.5) has a golden case. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { GOLDEN } from './helpers/golden.js';

/** A case, and what its text must show: a code, or words. */
type Shown = readonly [golden: string, shows: string];
const plan = (name: string, shows: string): Shown => [`plan/${name}/diagnostics.txt`, shows];
const run = (name: string, shows: string): Shown => [`run/${name}/diagnostics.txt`, shows];
const cli = (name: string, shows: string): Shown => [`cli/${name}/stderr.txt`, shows];

const errors: Readonly<Record<string, readonly Shown[]>> = {
  'unknown key in a manifest table': [plan('shape/unknown-keys-everywhere', 'E0203')],
  'revision not 1.0, or missing name or revision': [
    plan('shape/unsupported-revision', 'E0205'),
    plan('shape/missing-key', 'E0201'),
  ],
  'no profile defined': [plan('profiles/none', 'E0304')],
  'standalone profile without secrets, or without its own description': [
    plan('profiles/standalone-without-secrets', 'E0305'),
    plan('profiles/description-is-missing', 'in profile `deploy`'),
  ],
  'default with explicit required = true': [plan('declarations/default-with-required', 'E0401')],
  'generate without type': [plan('generate/without-a-type', 'E0701')],
  'generate with default': [plan('declarations/generate-with-default', 'E0408')],
  'type = command with bare generate = true': [plan('generate/missing-option', '`command` needs the option `command`')],
  'openpgp_private_key without user_id or with generate = true': [plan('generate/missing-option', '`user_id`')],
  'bits with ed25519': [plan('generate/option-of-another-algorithm', 'E0707')],
  'RSA bits outside 2048 to 8192': [plan('generate/option-value', 'between 2048 and 8192')],
  'ref and refs together': [plan('declarations/ref-with-refs', 'E0402')],
  'ref given as a string or URI': [plan('shape/ref-as-text', 'item = "Login", field = "password", vault = "Vault"')],
  'ref coordinate the store cannot honor': [plan('stores/coordinate-that-is-rejected', 'E0607')],
  'key-value store without field': [plan('stores/coordinate-that-is-needed', 'needs the coordinate `field`')],
  'write through a ref to a read-only store': [cli('set/read-only-store', 'E1114')],
  'refs key not naming a leaf alias, or naming a cached one': [
    plan('stores/refs-of-a-cached-alias', 'E0616'),
    ['link/addresses/refs-of-an-unknown-alias/diagnostics.txt', 'E08'],
  ],
  'composed: unknown reference': [plan('references/unknown-in-template', 'E0501')],
  'composed: cycle': [plan('references/cycle', 'E0502')],
  'composed: malformed reference': [
    plan('syntax/malformed-reference', 'E0104'),
    plan('syntax/unclosed-reference', 'E0103'),
    plan('syntax/fallback-operator', 'E0105'),
  ],
  'composed: source conflict or forbidden sibling': [plan('declarations/composed-with-sources', 'E0406')],
  'presence group with fewer than two secrets, or mixing modes': [
    plan('references/group-of-one', 'E0503'),
    plan('references/group-with-two-modes', 'E0504'),
  ],
  'presence group unsatisfied': [
    run('groups/at-least-one-of-none', 'E1002'),
    run('groups/exactly-one-of-two', 'E1002'),
  ],
  'prompt combined with another source, or in a group': [
    plan('declarations/prompt-with-others', 'E0403'),
    plan('declarations/prompt-on-optional', 'presence group'),
  ],
  'run with prompt needed and no controlling terminal': [run('prompt/without-a-terminal', 'E0902')],
  'undefined scope, or scope naming an undeclared secret': [
    ['link/scope/unknown/diagnostics.txt', 'E0802'],
    plan('references/scope-names-undeclared', 'E0505'),
  ],
  'scope with an empty, blank or repeated list': [
    plan('shape/empty-list', 'E0207'),
    plan('shape/blank-entry', 'E0206'),
    plan('shape/repeated-entry', 'E0213'),
  ],
  'reason required but not supplied': [cli('reason/required', 'E0901')],
  'extraction: invalid document, unmatched or unfit pointer, not UTF-8': [
    run('extract/json-that-is-none', 'E1005'),
    run('extract/ini-header-that-is-not-closed', 'E1005'),
    run('extract/json-without-that-member', 'E1005'),
    run('extract/ini-empty-pointer', 'E1005'),
    run('extract/ini-pointer-too-deep', 'E1005'),
    run('extract/document-that-is-not-text', 'E1005'),
  ],
  'encoded value with foreign characters, blanks or non-ASCII': [
    run('decode/other-alphabet', 'E1004'),
    run('decode/blank-inside', 'E1004'),
    run('decode/not-ascii', 'E1004'),
  ],
  'composition with an input that is not UTF-8': [run('compose/input-that-is-not-text', 'E1006')],
  'set, delete or import on an extract secret': [
    cli('set/extracted', 'E1116'),
    cli('delete/made-of-others', 'E1116'),
    cli('import/part-of-a-document', 'E1116'),
  ],
  'cache provider that cannot delete': [plan('stores/cache-that-cannot-delete', 'E0614')],
  'cache is an authoritative provider': [plan('stores/cache-is-what-it-caches', 'E0615')],
  'nested cached aliases': [plan('stores/cached-aliases-are-nested', 'E0613')],
  'cached alias not the only entry': [plan('stores/cached-alias-is-not-alone', 'E0612')],
  'empty fallback list or empty defaults': [
    plan('shape/empty-list', '`providers`'),
    plan('shape/empty-fallback', 'E0207'),
  ],
};

const constraints: Readonly<Record<string, readonly Shown[]>> = {
  '1 default with explicit required = true': [plan('declarations/default-with-required', 'E0401')],
  '2 type is required when generate is enabled': [plan('generate/without-a-type', 'E0701')],
  '3 generate and default': [
    plan('declarations/generate-with-default', 'E0408'),
    plan('declarations/generate-with-profile-default', 'E0408'),
  ],
  '4 ref and refs on one effective secret': [plan('declarations/ref-with-refs', 'E0402')],
  '5 prompt': [
    plan('declarations/prompt-with-others', 'E0403'),
    plan('declarations/prompt-on-optional', 'E0404'),
    plan('declarations/prompt-with-profile-default', 'E0409'),
  ],
  '6 extract is read-only': [plan('declarations/extract-with-generate', 'E0405'), cli('set/extracted', 'E1116')],
  '7 a defaulted secret is always present': [['run/missing/default/resolution.json', '"found"']],
  '8 roles, format and from': [
    plan('declarations/role-that-does-not-fit', 'E0412'),
    plan('declarations/format-that-does-not-fit', 'E0411'),
    plan('references/source-that-does-not-fit', 'E0508'),
  ],
};

describe.each([
  ['spec 7', errors],
  ['spec 2.5', constraints],
])('%s', (_section, lines) => {
  test.each(Object.entries(lines))('%s', (_line, shown) => {
    const missing = shown.filter(([file, shows]) => !textOf(file).includes(shows));
    expect(missing).toEqual([]);
  });
});

function textOf(file: string): string {
  const path = join(GOLDEN, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
