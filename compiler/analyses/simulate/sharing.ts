/** Which secrets share an entry: its value is made once, and the others read it. */
import type { Link, ReadStep } from './model.js';
import type { Walk } from './read.js';

export interface Sharing {
  /** The first by name of those that would be made for one entry. */
  readonly makers: readonly ReadStep[];
  readonly readers: readonly Reader[];
}

/** A secret that gets what is made for `maker`, from this link of its chain. */
export interface Reader {
  readonly step: ReadStep;
  readonly link: Link;
  readonly maker: ReadStep;
}

/** `walks`: of all secrets. A secret without a value, and one whose value is from a later store, reads what is made for an entry before it. */
export function shared(walks: readonly Walk[], wishes: readonly ReadStep[]): Sharing {
  const makers = new Map<string, ReadStep>();
  const firstMade = (links: readonly Link[]) => {
    for (const link of links) {
      const maker = makers.get(link.entry);
      if (maker !== undefined) return { link, maker };
    }
    return null;
  };
  for (const wish of wishes) {
    if (wish.written === null || firstMade(wish.chain) !== null) continue;
    makers.set(wish.written.entry, wish);
  }
  const readers: Reader[] = [];
  for (const { step, links } of unanswered(walks)) {
    const made = firstMade(links);
    if (made !== null && made.maker !== step) readers.push({ step, ...made });
  }
  return { makers: [...makers.values()], readers };
}

/** The secrets that entries without a value are asked for. */
function unanswered(walks: readonly Walk[]): readonly { readonly step: ReadStep; readonly links: readonly Link[] }[] {
  return walks.flatMap(({ step, foundAt, failed }) => {
    if (foundAt === null) return failed.length === 0 ? [{ step, links: step.chain }] : [];
    const found = step.chain[foundAt];
    if (found === undefined) return [];
    const first = step.chain.findIndex(({ entry }) => entry === found.entry);
    return first > 0 ? [{ step, links: step.chain.slice(0, first) }] : [];
  });
}
