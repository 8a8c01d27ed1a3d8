/** Specs told apart: aliases, URIs, and names that somebody else knows (semantics 3.2). */
import { expect, test } from '@jest/globals';
import { storeRefOf } from '#schemas/stores/store-ref.js';

const ALIASES = ['vault', 'team:db', 'odd://name', 'env'];
const refOf = (spec: string) => storeRefOf(spec, (name) => ALIASES.includes(name));

test.each([
  ['vault', { kind: 'alias', name: 'vault' }],
  ['  vault ', { kind: 'alias', name: 'vault' }],
  ['env', { kind: 'alias', name: 'env' }],
  ['team:db', { kind: 'alias', name: 'team:db' }],
  ['odd://name', { kind: 'uri', uri: 'odd://name' }],
  ['dotenv:.env', { kind: 'uri', uri: 'dotenv:.env' }],
  [' keyring:// ', { kind: 'uri', uri: 'keyring://' }],
  ['keyring', { kind: 'open', name: 'keyring' }],
  ['', { kind: 'open', name: '' }],
])('`%s`', (spec, ref) => expect(refOf(spec)).toEqual(ref));
