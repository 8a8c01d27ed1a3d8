/** Screens of `plan`, `plan diff` and `check` on a narrow and on a wide terminal: as recorded, lines that fit, nothing left out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { reviewPlans } from '#compiler/analyses/diff/review-plans.js';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import type { Resolution } from '#runtime/execute/resolution.js';
import { checkHeader, checkText } from '#runtime/cli/views/check-text.js';
import { painter } from '#runtime/cli/views/paint.js';
import { planDiffText } from '#runtime/cli/views/plan-diff-text.js';
import { planGlance } from '#runtime/cli/views/plan-glance.js';
import { widthOf } from '#runtime/cli/views/wrap.js';
import type { Plan } from '#schemas/plan.js';
import { planOfText } from './helpers/generated-manifest.js';
import { expectGolden, GOLDEN } from './helpers/golden.js';
import { shownDifference, withoutLines } from './helpers/shown-difference.js';

const WIDTHS = [80, 200] as const;
const SCREENS = ['plan', 'plan-diff', 'check'] as const;

let plans: { readonly old: Plan; readonly next: Plan };
beforeAll(async () => {
  plans = { old: await planOf('old.toml'), next: await planOf('manifest.toml') };
});

async function planOf(file: string): Promise<Plan> {
  const plan = await planOfText(readFileSync(join(GOLDEN, 'screens/shop', file), 'utf8'));
  if (plan === null) throw new Error(`${file} does not compile`);
  return plan;
}

/** Each verdict that a report has. */
const RESOLUTION = {
  secrets: [
    { status: 'found', origin: { kind: 'store' }, secret: 'DB_PASSWORD', description: 'Password of the database' },
    { status: 'found', origin: { kind: 'default' }, secret: 'LOG_LEVEL', description: 'How much is logged' },
    {
      status: 'missing_required',
      secret: 'MAIL_KEY',
      description: 'Key of the mail service, which the support team asks for by telephone alone',
    },
    { status: 'missing', secret: 'SENTRY_DSN', description: 'Where errors are reported' },
    {
      status: 'error',
      cause: 'store',
      store: 'vault://vault.example.com/secret',
      secret: 'PAY_KEY',
      description: 'Key of the payment service',
    },
  ],
  violations: [
    { kind: 'exactly_one', group: 'sign-in', secrets: ['PASSWORD', 'TOKEN'], present: ['PASSWORD', 'TOKEN'] },
  ],
} as unknown as Resolution;

function screen(name: (typeof SCREENS)[number], width: number): string {
  const { old, next } = plans;
  switch (name) {
    case 'plan':
      return planGlance(outlinePlan(next, { profile: null, scope: null }), 'sha256:0', {
        width,
        paint: painter(false),
      });
    case 'plan-diff': {
      const changes = diffPlans(old, next);
      return planDiffText(shownDifference(changes), withoutLines(reviewPlans(old, next, changes)), {
        colour: false,
        width,
      });
    }
    case 'check':
      return checkHeader('shop', 'production') + checkText(RESOLUTION, width);
  }
}

const fileOf = (name: string, width: number) => `${name}-${width}.txt`;

test('the screens are as recorded', () => {
  const files = SCREENS.flatMap((name) => WIDTHS.map((width) => [fileOf(name, width), screen(name, width)] as const));
  expectGolden(
    'screens',
    'shop',
    Object.fromEntries(files),
    files.map(([file]) => file),
  );
});

describe.each(SCREENS)('%s', (name) => {
  test.each(WIDTHS)('has no line longer than %s columns, unless it is one word to copy', (width) => {
    const lines = screen(name, width).split('\n');
    expect(lines.filter((line) => widthOf(line) > width && /\S\s+\S/u.test(line))).toEqual([]);
  });

  test('says the same on both', () => {
    const [narrow, wide] = WIDTHS.map((width) => screen(name, width).split(/\s+/u).sort());
    expect(narrow).toEqual(wide);
  });
});
