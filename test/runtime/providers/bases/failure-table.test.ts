import { expect, test } from '@jest/globals';
import { classified, endedWith, type FailureTable } from '#runtime/providers/bases/failure-table.js';

const TABLE: FailureTable = {
  message: (errors) => errors.replace(/^Error: /, ''),
  rows: [
    { says: /not signed in/i, kind: 'missing-credential', help: 'sign in' },
    { says: /no such entry/, saysNot: /vault/, kind: 'absent' },
    { status: [7, 8], kind: 'denied', detail: 'no access' },
    { status: 9, kind: 'busy', detail: endedWith('`op`') },
    { status: 10, kind: 'malformed', detail: ({ words }) => `odd: ${words}` },
  ],
};

function failureOf(status: number, stderr: string, stdout = '', table = TABLE, hidden?: string) {
  const { row, failure } = classified(table, { status, stdout: Buffer.from(stdout), stderr }, '`op`', hidden);
  return { row: row === null ? null : table.rows.indexOf(row), ...failure.failure };
}

test.each([
  ['the first row that fits decides', 7, 'Not signed in', 0, 'missing-credential', 'Not signed in'],
  ['a status is enough', 8, 'whatever', 2, 'denied', 'no access'],
  ['what must not be said keeps a row away', 1, 'no such entry in a vault', null, 'failed', 'no such entry in a vault'],
  ['what is absent is a failure where no entry was asked for', 1, 'no such entry', 1, 'failed', 'no such entry'],
  ['without a row its words are the failure', 1, 'Error: oops', null, 'failed', 'oops'],
  ['without words its status is', 3, ' \n', null, 'failed', '`op` ended with status 3'],
  ['colours are no part of what it says', 1, 'not \x1b[31msigned\x1b[0m in', 0, 'missing-credential', 'not signed in'],
  ['its status and words', 9, 'slow down', 3, 'busy', '`op` ended with status 9: slow down'],
  ['its status alone', 9, '', 3, 'busy', '`op` ended with status 9'],
  ['a detail made of its words', 10, 'Error: a\nb', 4, 'malformed', 'odd: a b'],
])('%s', (_, status, stderr, row, kind, detail) => {
  expect(failureOf(status, stderr)).toMatchObject({ row, kind, detail });
});

test('where there are no errors, what it printed decides and is not quoted', () => {
  expect(failureOf(1, '', 'Not signed in. canary')).toEqual({
    row: 0,
    kind: 'missing-credential',
    detail: '`op` ended with status 1',
    help: 'sign in',
  });
  expect(failureOf(1, 'oops', 'Not signed in')).toMatchObject({ row: null, detail: 'oops' });
  expect(failureOf(1, '\n', 'oops', { ...TABLE, quotesOutput: true })).toMatchObject({ row: null, detail: 'oops' });
});

test('its words are found only where they are shown', () => {
  let count = 0;
  const message = (errors: string) => `${++count}: ${errors}`;
  const rows = [
    { status: 1, kind: 'denied', detail: 'no access' },
    { status: 2, kind: 'denied', detail: ({ status }) => `status ${status}` },
    { status: 3, kind: 'denied', detail: ({ words }) => words },
  ] as const satisfies FailureTable['rows'];
  const detailOf = (status: number) => failureOf(status, 'oops', '', { message, rows }).detail;
  expect([1, 2].map(detailOf)).toEqual(['no access', 'status 2']);
  expect(count).toBe(0);
  expect([3, 4].map(detailOf)).toEqual(['1: oops', '2: oops']);
});

test('what is hidden is in no detail, also not in one of a function', () => {
  const hidden = 'canary-one\ncanary-two';
  expect(failureOf(1, 'no canary-one', '', TABLE, hidden).detail).toBe('no [secret]');
  expect(failureOf(10, 'no canary-two', '', TABLE, hidden).detail).toBe('odd: no [secret]');
});
