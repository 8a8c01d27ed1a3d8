/** Warnings about values that change the URL which a composed secret makes of them. No value is part of one. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution as codes } from '#schemas/diagnostics/E10-resolution.js';
import type { TemplatePart } from '#schemas/plan.js';
import { fitsUrl } from './fits-url.js';
import { type PartOfUrl, partsOfUrls, type UrlZone } from './parts-of-urls.js';

/** What a profile composes, as far as it is judged. */
export interface Compositions {
  readonly profile: string;
  /** By name. */
  readonly templates: ReadonlyMap<string, UrlTemplate>;
  /** The value of a secret; null where it is not known, or not text. */
  readonly textOf: (secret: string) => string | null;
  /** Null where the scope hides the name. */
  readonly shownName: (secret: string) => string | null;
}

export interface UrlTemplate {
  readonly parts: readonly TemplatePart[];
  /** Whether it is inserted elsewhere as the path of its file. */
  readonly isPath: boolean;
}

/** One for each part, whatever it is composed into. */
export function urlWarnings({ profile, templates, textOf, shownName }: Compositions): readonly Diagnostic[] {
  const found = new Map<string, { readonly zone: UrlZone; readonly composed: string[] }>();
  for (const composed of templates.keys()) {
    for (const part of unfit(composed, templates, textOf)) {
      const known = found.get(part.secret) ?? { zone: part.zone, composed: [] };
      found.set(part.secret, known);
      if (known.composed.at(-1) !== composed) known.composed.push(composed);
    }
  }
  return [...found].map(([secret, { zone, composed }]) => {
    const names = { part: shownName(secret), composed: composed.map(shownName), profile, zone };
    const [first = null] = names.composed;
    return codes.W1002(names, first === null ? {} : { about: { profile, secret: first, field: 'composed' } });
  });
}

function unfit(
  composed: string,
  templates: Compositions['templates'],
  textOf: Compositions['textOf'],
): readonly PartOfUrl[] {
  const parts: TemplatePart[] = [];
  if (!flatten(composed, templates, parts)) return [];
  return partsOfUrls(parts).filter((part) => {
    const text = textOf(part.secret);
    return text !== null && !fitsUrl(text, part);
  });
}

/** Templates of templates grow fast; none that people write comes near it. */
const MOST_PARTS = 10_000;

/** A composed part is looked through: what it puts together is fine. False if there is too much of it. */
function flatten(composed: string, templates: Compositions['templates'], into: TemplatePart[]): boolean {
  for (const part of templates.get(composed)?.parts ?? []) {
    if (into.length > MOST_PARTS) return false;
    const isComposed = 'secret' in part && templates.get(part.secret)?.isPath === false;
    if (!isComposed) into.push(part);
    else if (!flatten(part.secret, templates, into)) return false;
  }
  return true;
}
