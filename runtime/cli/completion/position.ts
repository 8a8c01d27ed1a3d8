/** What can be written at the cursor, as far as the command line itself shows. Pure: reads no manifest and no folder. */
import type { Candidate } from '../../analysis/completion/candidate.js';
import { type CommandSpec, type OptionSpec, optionsOf, USUAL_OPTIONS } from '../arguments.js';
import { kindOfPositional, kindOfValue, type ValueKind } from './value-kinds.js';
import { optionAt, type Walked, walk } from './walk.js';

/** Candidates that are known already, or what must be looked up to know them. */
export type Offer =
  | { readonly kind: 'fixed'; readonly candidates: readonly Candidate[] }
  | { readonly kind: ValueKind };

export interface Position {
  /** The part of the argument before the candidates: `--profile=`. */
  readonly head: string;
  /** What is already written of the candidate. */
  readonly typed: string;
  readonly offers: readonly Offer[];
  /** The manifest that the command line names. */
  readonly file: string | null;
  /** The profile that the command line names. */
  readonly profile: string | null;
  /** Names that the command line has already: they are not offered again. */
  readonly given: readonly string[];
}

/** Of a command at the cursor: how it is declared, and its arguments before the cursor, those before its name included. */
export interface Current {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
}

export type Summaries = readonly (readonly [name: string, summary: string])[];

/** `before`: all arguments before the one at the cursor, which starts with `typed`. */
export function positionOf(
  before: readonly string[],
  typed: string,
  current: Current | null,
  summaries: Summaries,
): Position {
  const options = current === null ? USUAL_OPTIONS : optionsOf(current.spec);
  const walked = walk(current?.args ?? before, options, current?.spec.takesCommand);
  const found = valueAt(walked, typed, options);
  if (found !== null) return place(walked, found.head, found.typed, [offerOf(found.spec)]);
  if (walked.child !== null) return place(walked, '', typed, childOffers(walked.child));
  if (!walked.isClosed && typed.startsWith('-')) return place(walked, '', typed, [optionNames(options, typed)]);
  const named = nextNames(before, options, summaries);
  const positional = current === null ? [] : positionalOffers(current.spec, walked, typed);
  const offers = [named, ...positional];
  const isEmpty = offers.every((offer) => offer.kind === 'fixed' && offer.candidates.length === 0);
  return place(walked, '', typed, isEmpty && !walked.isClosed ? [optionNames(options, '--')] : offers);
}

function place({ values, plain }: Walked, head: string, typed: string, offers: readonly Offer[]): Position {
  return {
    head,
    typed,
    offers,
    file: values.get('file') ?? null,
    profile: values.get('profile') ?? null,
    given: plain,
  };
}

/** The value of an option: the whole argument, or its end. */
function valueAt({ pending, isClosed, child }: Walked, typed: string, options: readonly OptionSpec[]) {
  if (pending !== null) return { spec: pending, head: '', typed };
  if (isClosed || child !== null) return null;
  const option = optionAt(typed, options);
  return option === null || option.value === null ? null : { ...option, typed: option.value };
}

function offerOf(spec: OptionSpec): Offer {
  return spec.choices === undefined ? { kind: kindOfValue(spec) } : fixed(spec.choices);
}

function fixed(texts: readonly string[]): Offer {
  return { kind: 'fixed', candidates: texts.map((text) => ({ text })) };
}

function childOffers(child: readonly string[]): readonly Offer[] {
  return child.length === 0 ? [{ kind: 'executables' }, { kind: 'paths' }] : [{ kind: 'paths' }];
}

/** Long names; after a single dash also the short ones. */
function optionNames(options: readonly OptionSpec[], typed: string): Offer {
  const candidates = options.flatMap(({ name, short, summary }) => [
    { text: `--${name}`, description: summary },
    ...(short === undefined || typed.startsWith('--') ? [] : [{ text: `-${short}`, description: summary }]),
  ]);
  return { kind: 'fixed', candidates };
}

/** What the arguments that are not options can be. Of another program only one that is begun: `--` is clearer, and there are thousands. */
function positionalOffers(spec: CommandSpec, { plain, isClosed }: Walked, typed: string): readonly Offer[] {
  if (spec.takesCommand) {
    if (typed !== '') return childOffers([]);
    return [{ kind: 'fixed', candidates: [{ text: '--', description: 'the command follows' }] }];
  }
  const { most, choices } = spec.positionals;
  if (plain.length >= most) return [];
  if (choices !== undefined) return plain.length === 0 ? [fixed(choices)] : [];
  const kind = kindOfPositional(spec.synopsis, plain.length);
  return kind === 'nothing' && !isClosed ? [] : [{ kind }];
}

/** The next words of names of commands, if all that was written so far are options and the words before them. */
function nextNames(before: readonly string[], options: readonly OptionSpec[], summaries: Summaries): Offer {
  const names: Summaries = [...summaries, ['help', 'show help'], ...summaries.map(helpOf)];
  const found = new Map<string, Candidate>();
  for (const [name, summary] of names) {
    const words = name.split(' ');
    for (let count = 0; count < words.length; count++) {
      if (!isBehindOptions(before, words.slice(0, count), options)) continue;
      const text = words[count] ?? '';
      const isWhole = count + 1 === words.length;
      if (isWhole || !found.has(text)) found.set(text, isWhole ? { text, description: summary } : { text });
    }
  }
  return { kind: 'fixed', candidates: [...found.values()] };
}

function helpOf([name, summary]: readonly [string, string]): readonly [string, string] {
  return [`help ${name}`, summary];
}

/** Whether the arguments end in these words, with nothing but options before them. */
function isBehindOptions(before: readonly string[], words: readonly string[], options: readonly OptionSpec[]): boolean {
  const start = before.length - words.length;
  if (start < 0 || words.some((word, index) => before[start + index] !== word)) return false;
  const { plain, pending, isClosed } = walk(before.slice(0, start), options);
  return plain.length === 0 && pending === null && !isClosed;
}
