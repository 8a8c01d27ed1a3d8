/** From a table of wordings to one typed constructor per code. What a finding says holds no credential (semantics 0.1). */
import { shortened } from '../shortened.js';
import { withEachText, withoutCredentials } from '../stores/hidden-parts.js';
import type { Detail, Diagnostic, ErrorKind, Label, Place, Severity, Subject } from './diagnostic.js';
import type { FixAt } from './fix.js';

/**
 * The wording of one code. `p` has the facts of this occurrence: names, never values. The long text is in
 * `schemas/explanations`, which no finding loads.
 */
export interface Wording<P> {
  readonly title: string;
  readonly kind: ErrorKind;
  readonly message: (p: P) => string;
  readonly help?: (p: P) => string | null;
  readonly details?: (p: P) => readonly Detail[];
  /** Corrections of what is written where the finding points. */
  readonly fixes?: (p: P) => readonly FixAt[];
}

export interface Where {
  readonly at?: Place | null;
  readonly about?: Subject;
  readonly labels?: readonly Label[];
  readonly quote?: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds wordings of many parameter types; each constructor keeps its own.
export type Wordings = Readonly<Record<string, Wording<any>>>;
export type Constructors<T extends Wordings> = {
  readonly [Code in keyof T]: (p: ParametersOf<T[Code]['message']>, where?: Where) => Diagnostic;
} & { readonly wordings: T };
/** A wording without parameters is called with `{}`. */
type ParametersOf<Message extends (...p: never[]) => string> =
  Parameters<Message> extends [infer P, ...unknown[]] ? P : Readonly<Record<string, never>>;

/** A code starts with its severity: `E0203` is an error, `W0203` a warning. */
export function defineCodes<T extends Wordings>(wordings: T): Constructors<T> {
  // A plain loop: every start builds all families.
  const constructors: Record<string, unknown> = { wordings };
  for (const code of Object.keys(wordings))
    constructors[code] = constructorOf(code, wordings[code] as Wording<unknown>);
  return constructors as Constructors<T>;
}

function constructorOf<P>(code: string, wording: Wording<P>): (p: P, where?: Where) => Diagnostic {
  const severity: Severity = code.startsWith('W') ? 'warning' : 'error';
  return (p, where = {}) => {
    // Credentials are looked for in the whole of each text, before it is cut.
    const { at = null } = where;
    const fixes = at === null ? [] : (wording.fixes?.(p) ?? []).map((fix) => fix(at));
    const whole = withEachText(p, withoutCredentials);
    const said = withEachText(whole, (text) => shortened(text, LONGEST_QUOTE));
    return {
      code,
      severity,
      title: wording.title,
      message: wording.message(said),
      at,
      about: where.about ?? null,
      labels: (where.labels ?? []).map((label) => ({ ...label, text: withoutCredentials(label.text) })),
      quote: where.quote === undefined || where.quote === null ? null : withoutCredentials(where.quote),
      help: wording.help?.(said) ?? null,
      ...(fixes.length > 0 && { fixes }),
      ...(wording.details && { details: wording.details(whole) }),
      kind: wording.kind,
    };
  };
}

/** What a finding quotes of a text. Texts of an author may be megabytes long, and thousands of findings may quote one. */
const LONGEST_QUOTE = 1_000;
