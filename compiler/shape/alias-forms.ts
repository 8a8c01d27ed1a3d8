/** The forms of an alias, which may not be mixed (spec 2.14), and what a shape cannot say about its texts. */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { COORDINATE_NAMES } from '#schemas/plan.js';
import { templateProblem } from '#schemas/addresses/address.js';
import { parseDuration } from '../text/duration.js';
import type { AliasShape, AliasTable } from './coordinates-shape.js';

interface AliasPlace {
  readonly file: string;
  readonly path: readonly string[];
}

/** Whether an alias is valid; its errors have been reported. */
export function aliasFormIsSound(name: string, shape: AliasShape, place: AliasPlace, report: Report): boolean {
  if (typeof shape === 'string') return true;
  const problem = mixture(shape);
  if (problem !== null) {
    report(codes.E0209({ alias: name, problem }, { at: { file: place.file, path: place.path, part: 'key' } }));
    return false;
  }
  const isTemplateSound = templateIsSound(shape, place, report);
  return maxAgeIsSound(shape, place, report) && isTemplateSound;
}

function mixture({ uri, fallback, cache, credentials, ref }: AliasTable): string | null {
  if (uri !== undefined && fallback !== undefined) return 'has both `uri` and `fallback`';
  if (uri === undefined && fallback === undefined)
    return cache === undefined ? 'has no `uri`' : 'has a `cache` but no `uri` or `fallback`';
  if (fallback !== undefined && cache === undefined) return 'has `fallback` without `cache`';
  if (fallback !== undefined && credentials !== undefined)
    return 'has `credentials`, which belong on the stores of its `fallback`';
  if (fallback !== undefined && ref !== undefined) return 'has `ref`, which belongs on the stores of its `fallback`';
  if (ref !== undefined && cache !== undefined) return 'has both `ref` and `cache`';
  return null;
}

function templateIsSound({ ref }: AliasTable, place: AliasPlace, report: Report): boolean {
  let isSound = true;
  for (const coordinate of COORDINATE_NAMES) {
    const problem = ref?.[coordinate] === undefined ? null : templateProblem(ref[coordinate]);
    if (problem === null) continue;
    isSound = false;
    report(codes.E0214({ key: `ref.${coordinate}`, problem }, { at: at(place, ['ref', coordinate]) }));
  }
  return isSound;
}

function maxAgeIsSound({ cache }: AliasTable, place: AliasPlace, report: Report): boolean {
  if (cache === undefined || parseDuration(cache.max_age) !== null) return true;
  report(codes.E0210({ key: 'max_age', value: cache.max_age }, { at: at(place, ['cache', 'max_age']) }));
  return false;
}

function at(place: AliasPlace, path: readonly string[]): Place {
  return { file: place.file, path: [...place.path, ...path], part: 'value' };
}
