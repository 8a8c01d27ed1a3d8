/** Reading, imagined: the cache, then each store of the chain, until one has the entry. */
import type { Link, Model, ReadStep } from './model.js';
import { keepsNothing, type Point } from './points.js';
import type { Passed, Question } from './simulation.js';

export interface Walk {
  readonly step: ReadStep;
  /** Position in the chain, -1 for the cache; null: no store has it. */
  readonly foundAt: number | null;
  /** The stores that failed on the way, without the cache. */
  readonly failed: readonly Passed[];
  readonly failedCache: Passed | null;
}

export function readAll({ reads }: Model, question: Question): readonly Walk[] {
  const stores = new Outages(question);
  return reads.map((step) => walkOf(step, stores, question));
}

function walkOf(step: ReadStep, stores: Outages, { isWarm, missing }: Question): Walk {
  const failedCache = step.cache === null ? null : stores.of(step.cache.point);
  if (isWarm && step.cache !== null && failedCache === null && holds(step.cache, missing))
    return { step, foundAt: -1, failed: NONE, failedCache };
  let failed: Passed[] | null = null;
  for (const [index, link] of step.chain.entries()) {
    const failure = stores.of(link.point);
    if (failure !== null) {
      failed ??= [];
      failed.push(failure);
    } else if (holds(link, missing)) return { step, foundAt: index, failed: failed ?? NONE, failedCache };
  }
  return { step, foundAt: null, failed: failed ?? NONE, failedCache };
}

const NONE: readonly Passed[] = [];

function holds(link: Link, missing: ReadonlySet<string>): boolean {
  return !keepsNothing(link.point) && !(missing.size > 0 && missing.has(link.entry));
}

/** Why a store fails; null if it does not. */
class Outages {
  readonly #question: Question;
  readonly #known = new Map<Point, Passed | null>();

  constructor(question: Question) {
    this.#question = question;
  }

  of(point: Point): Passed | null {
    const known = this.#known.get(point);
    if (known !== undefined) return known;
    const why: Passed['why'] | null = this.#outageOf(point) ?? (this.#isLockedOut(point) ? 'credentials' : null);
    const passed = why === null ? null : { store: point.row, why };
    this.#known.set(point, passed);
    return passed;
  }

  #outageOf({ id, abilities }: Point): 'down' | 'unreadable' | null {
    if (this.#question.down.has(id)) return 'down';
    return abilities?.read === false ? 'unreadable' : null;
  }

  #isLockedOut({ credentials }: Point): boolean {
    const { missing } = this.#question;
    return credentials.some((held) => this.#outageOf(held.point) !== null || !holds(held, missing));
  }
}
