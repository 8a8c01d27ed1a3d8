/** The places that `why` names are those that, edited, change its answer: each of them, and no other. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { locateIn } from '#compiler/source/locate.js';
import type { PlanWhy } from '#schemas/plan-why.js';
import { type ManifestModel, manifestModels, manifestText } from '../../../helpers/generated-manifest.js';
import { casesOf, GOLDEN, readTexts } from '../../../helpers/golden.js';
import { tried } from '../../../helpers/thoroughness.js';
import { whyOf } from '../../../helpers/why-in.js';
import { editsOf, sitesOf } from './edit-sites.js';

type Files = Readonly<Record<string, string>>;

const golden = casesOf('plan').map((name) => {
  const texts = Object.entries(readTexts(`${GOLDEN}/plan/${name}`)).filter(([file]) => file.endsWith('.toml'));
  return Object.fromEntries(texts);
});

test('in every golden manifest', async () => {
  const counts = { named: 0, others: 0 };
  for (const [index, files] of golden.entries()) if (index % 3 === 0 || tried(10) > 1) await judge(files, counts);
  expect(counts.named).toBeGreaterThan(100);
  expect(counts.others).toBeGreaterThan(50);
}, 300_000);

/** A manifest, or a child of another one; the profile `live` says more for all its secrets. */
const families: fc.Arbitrary<Files> = fc
  .tuple(
    manifestModels,
    fc.option(manifestModels),
    fc.constantFrom({}, { required: false }, { default: 'd' }, { inherit: false }, { providers: ['env'] }),
  )
  .map(([model, parent, defaults]): Files => {
    const { live } = model.profiles;
    const profiles = live === undefined ? model.profiles : { ...model.profiles, live: { ...live, defaults } };
    const child = { ...model, profiles };
    if (parent === null) return { 'manifest.toml': manifestText(child) };
    const project = { ...child.project, extends: ['parent.toml'] };
    return {
      'parent.toml': manifestText(parent),
      'manifest.toml': manifestText({ ...child, project } as ManifestModel),
    };
  });

test('in generated ones', async () => {
  const counts = { named: 0, others: 0 };
  for (const files of fc.sample(families, { numRuns: tried(20), seed: 29 })) await judge(files, counts);
  expect(counts.named).toBeGreaterThan(100);
  expect(counts.others).toBeGreaterThan(500);
}, 300_000);

async function judge(files: Files, counts: { named: number; others: number }): Promise<void> {
  const asked = await whyOf(files);
  if (asked === null) return;
  const answers = asked.names.map((secret) => answerOf(asked.why(secret)));
  const locate = locateIn(Object.entries(files).map(([path, text]) => ({ path, text })));
  for (const [file, text] of Object.entries(files)) {
    for (const path of sitesOf(parse(text))) {
      const found = locate({ file, path, part: 'key' });
      for (const edited of editsOf(parse(text), path)) {
        const again = await whyOf({ ...files, [file]: stringify(edited) }, () => null);
        if (again === null) continue;
        for (const { secret, places, profiles, meaning } of answers) {
          const isNamed = places.has(`${file}:${found?.line}:${found?.column}`);
          counts[isNamed ? 'named' : 'others']++;
          const isChanged = meaningOf(again.why(secret), profiles) !== meaning;
          if (isChanged === isNamed) continue;
          const said = { secret, file, path, files, edited: stringify(edited) };
          expect({ ...said, isChanged }).toEqual({ ...said, isChanged: isNamed });
        }
      }
    }
  }
}

function answerOf(answer: PlanWhy) {
  const profiles = new Set(answer.profiles.map(({ profile }) => profile));
  return { secret: answer.secret, places: placesIn(answer), profiles, meaning: meaningOf(answer, profiles) };
}

function placesIn(answer: PlanWhy): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(answer, (_key, value) => {
    if (typeof value?.line === 'number') found.add(`${value.file}:${value.line}:${value.column}`);
    return value;
  });
  return found;
}

/** Without lines and columns, in the profiles that had the secret: an edit may give it to another one. */
function meaningOf({ profiles }: PlanWhy, held: ReadonlySet<string>): string {
  const kept = profiles.filter(({ profile }) => held.has(profile));
  return JSON.stringify(kept, (key, value) => (['line', 'column'].includes(key) ? undefined : value));
}
