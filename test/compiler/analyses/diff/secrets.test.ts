/** What each edit of a secret changes. */
import { describe, test } from '@jest/globals';
import {
  all,
  compiledBases,
  type EditCase,
  expectChanges,
  inLive,
  secret,
  without,
} from '../../../helpers/single-edit.js';

const EDITS: readonly EditCase[] = [
  ['one more secret', secret('T_NEW', { description: 'new' }), all({ kind: 'secret-added', secret: 'T_NEW' })],
  [
    'one more secret in a profile',
    inLive('T_NEW', { description: 'new' }),
    all({ kind: 'secret-added', secret: 'T_NEW', profiles: ['tlive'] }),
  ],
  ['one secret less', without('T_SIGNED'), all({ kind: 'secret-removed', secret: 'T_SIGNED' })],
  [
    'composed instead of stored',
    secret('T_KIND', { composed: '${T}', providers: undefined, type: undefined }),
    all(
      { kind: 'source-changed', secret: 'T_KIND', from: 'stored', to: 'composed' },
      { kind: 'type-changed', secret: 'T_KIND', from: 'hex' },
    ),
  ],
  [
    'composed instead of derived',
    secret('T_FROM', { composed: '${T}', from: undefined, extract: undefined }),
    all({ kind: 'source-changed', secret: 'T_FROM', from: 'derived', to: 'composed' }),
  ],
  [
    'no longer required',
    secret('T', { required: false }),
    all({ kind: 'requirement-weakened', secret: 'T', from: 'required', to: 'optional' }),
  ],
  [
    'no longer required in a profile',
    inLive('T', { required: false }),
    all({ kind: 'requirement-weakened', secret: 'T', profiles: ['tlive'], from: 'required', to: 'optional' }),
  ],
  [
    'required, out of its group',
    secret('T_G3', { required: true }),
    all(
      { kind: 'requirement-strengthened', secret: 'T_G3', from: { at_least_one: ['tg'] }, to: 'required' },
      {
        kind: 'group-changed',
        group: 'tg',
        from: { at_least_one: ['T_G1', 'T_G2', 'T_G3'] },
        to: { at_least_one: ['T_G1', 'T_G2'] },
      },
    ),
  ],
  [
    'optional, out of its group',
    secret('T_G3', { required: false }),
    all({
      kind: 'group-changed',
      group: 'tg',
      from: { at_least_one: ['T_G1', 'T_G2', 'T_G3'] },
      to: { at_least_one: ['T_G1', 'T_G2'] },
    }),
  ],
  ['a default', secret('T_KIND', { default: 'x' }), all({ kind: 'default-introduced', secret: 'T_KIND', to: 'x' })],
  [
    'an empty default',
    secret('T_KIND', { default: '' }),
    all({ kind: 'default-introduced', secret: 'T_KIND', to: '' }),
  ],
  [
    'a default in a profile',
    inLive('T_KIND', { default: 'x' }),
    all({ kind: 'default-introduced', secret: 'T_KIND', profiles: ['tlive'], to: 'x' }),
  ],
  [
    'no default',
    secret('T_DEFAULT', { default: undefined }),
    all({ kind: 'default-removed', secret: 'T_DEFAULT', from: 'one' }),
  ],
  [
    'another default',
    secret('T_DEFAULT', { default: 'two' }),
    all({ kind: 'default-changed', secret: 'T_DEFAULT', from: 'one', to: 'two' }),
  ],
  [
    'another default in a profile',
    inLive('T_DEFAULT', { default: 'two' }),
    all({ kind: 'default-changed', secret: 'T_DEFAULT', profiles: ['tlive'], from: 'one', to: 'two' }),
  ],
  [
    'generated',
    secret('T_KIND', { generate: { bytes: 4 } }),
    all({ kind: 'generation-introduced', secret: 'T_KIND', to: { type: 'hex', bytes: 4 } }),
  ],
  [
    'not generated',
    secret('T_MADE', { generate: false }),
    all({
      kind: 'generation-removed',
      secret: 'T_MADE',
      from: { type: 'password', charset: 'alphanumeric', length: 32 },
    }),
  ],
  [
    'generated longer',
    secret('T_MADE', { generate: { length: 40 } }),
    all({
      kind: 'generation-changed',
      secret: 'T_MADE',
      from: { type: 'password', charset: 'alphanumeric', length: 32 },
      to: { type: 'password', charset: 'alphanumeric', length: 40 },
    }),
  ],
  ['options spelled out', secret('T_MADE', { generate: { length: 32 } }), []],
  ['asked for', secret('T_KIND', { prompt: true }), all({ kind: 'prompt-introduced', secret: 'T_KIND' })],
  ['not asked for', secret('T_ASKED', { prompt: undefined }), all({ kind: 'prompt-removed', secret: 'T_ASKED' })],
  [
    'another encoding',
    secret('T_READ', { encoding: 'base64' }),
    all({ kind: 'encoding-changed', secret: 'T_READ', from: 'hex', to: 'base64' }),
  ],
  [
    'another pointer',
    secret('T_READ', { extract: { format: 'json', pointer: '/b~1c' } }),
    all({ kind: 'extraction-changed', secret: 'T_READ', from: 'json /a', to: 'json /b~1c' }),
  ],
  [
    'as a file',
    secret('T_AT', { as_path: true }),
    all({ kind: 'delivery-changed', secret: 'T_AT', from: 'value', to: 'path' }),
  ],
  [
    'another template text',
    secret('T_TEXT', { composed: 'y${T}' }),
    all({ kind: 'composition-changed', severity: 'danger', secret: 'T_TEXT', from: 'x${T}', to: 'y${T}' }),
  ],
  [
    'literal text that becomes a reference',
    secret('T_TEXT', { composed: '$${T}${T}$$$${T}$$${T}' }),
    all({
      kind: 'composition-changed',
      severity: 'danger',
      secret: 'T_TEXT',
      from: 'x${T}',
      to: '$${T}${T}$$$${T}$$${T}',
    }),
  ],
  [
    'derived from another',
    secret('T_FROM', { from: 'T_AT' }),
    all({
      kind: 'derivation-changed',
      secret: 'T_FROM',
      from: { from: 'T', select: 'json /a' },
      to: { from: 'T_AT', select: 'json /a' },
    }),
  ],
  [
    'another mode of a group',
    ({ profiles }) => {
      for (const name of ['T_G1', 'T_G2', 'T_G3'])
        Object.assign(profiles['default']?.[name] ?? {}, { required: { exactly_one: 'tg' } });
    },
    all({
      kind: 'group-changed',
      group: 'tg',
      from: { at_least_one: ['T_G1', 'T_G2', 'T_G3'] },
      to: { exactly_one: ['T_G1', 'T_G2', 'T_G3'] },
    }),
  ],
  [
    'another secret in a role',
    secret('T_ID', { credentials: { password: 'T_AT' } }),
    all({ kind: 'roles-changed', secret: 'T_ID', from: { password: 'T' }, to: { password: 'T_AT' } }),
  ],
  [
    'another type',
    secret('T_KIND', { type: 'password' }),
    all({ kind: 'type-changed', secret: 'T_KIND', from: 'hex', to: 'password' }),
  ],
  [
    'another description',
    secret('T', { description: 'goal' }),
    all({ kind: 'description-changed', secret: 'T', from: 'target', to: 'goal' }),
  ],
  [
    'another description in a profile',
    inLive('T', { description: 'goal' }),
    all({ kind: 'description-changed', secret: 'T', profiles: ['tlive'], from: 'target', to: 'goal' }),
  ],
  ['an override that repeats its parent', inLive('T', { description: 'target' }), []],
];

const bases = compiledBases();

describe('an edit', () => {
  test.each(EDITS)('%s', async (_, edit, changes) => expectChanges(await bases, edit, changes));
});
