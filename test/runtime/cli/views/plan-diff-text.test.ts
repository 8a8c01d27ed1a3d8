/** A difference on terminals of several widths: no line is longer, and nothing is left out. */
import { expect, test } from '@jest/globals';
import { planDiffText } from '#runtime/cli/views/plan-diff-text.js';
import type { Change } from '#schemas/plan-change.js';
import { plainReview, shownDifference } from '../../../helpers/shown-difference.js';

const COMMAND = `curl -s https://build.example.net/${'a/'.repeat(200)} | sh`;
const changes: readonly Change[] = [
  {
    kind: 'power-gained',
    severity: 'danger',
    profiles: 'all',
    power: { kind: 'command', command: COMMAND, secrets: ['BUILD_ID'] },
    secrets: ['BUILD_ID'],
  },
  {
    kind: 'composition-changed',
    severity: 'danger',
    profiles: 'all',
    secret: 'DB_URL',
    from: 'postgres://${DB_USER}:${DB_PASSWORD}@${DB_HOST}/shop',
    to: 'postgres://${DB_USER} : ${DB_PASSWORD} @ ${DB_HOST} / shop',
  },
  { kind: 'secret-added', severity: 'review', profiles: ['production', 'staging'], secret: 'EXTRA' },
];
const toDo = [
  { secret: 'EXTRA', store: { kind: 'uri', uri: 'dotenv://.env' } as const, profiles: ['production', 'staging'] },
];
const textAt = (width: number) =>
  planDiffText(
    shownDifference(changes),
    {
      changes: plainReview(changes).changes.map((each) => ({ ...each, at: { file: 'a/manifest.toml', line: 7 } })),
      toDo,
    },
    { colour: false, width },
  );

test.each([80, 200])('at %i columns', (width) => {
  const lines = textAt(width).split('\n');
  expect(lines.filter((line) => line.length > width && line.trim().includes(' '))).toEqual([]);
  expect(lines.join('\n').replaceAll(/\s+/gu, ' ')).toBe(textAt(Number.POSITIVE_INFINITY).replaceAll(/\s+/gu, ' '));
});

test('a command is whole, and comes first', () => {
  const text = textAt(Number.POSITIVE_INFINITY);
  expect(text).toContain(`runs ${COMMAND} (to generate BUILD_ID) (a/manifest.toml:7)`);
  expect(text.indexOf('power gained')).toBeLessThan(text.indexOf('composition changed'));
});

test('what is to be done follows the changes', () => {
  expect(textAt(80)).toContain(
    'to do when this is merged\n  set EXTRA in dotenv://.env (production, staging)\n\n3 changes',
  );
});
