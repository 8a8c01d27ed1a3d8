/** What every finding and every output must be, whatever the input was. */
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import { UsageError } from '#runtime/failure.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { allWordings } from '#schemas/diagnostics/index.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { must } from './target.js';

/** Of one finding with its frame; and of all findings of one code. */
const LONGEST_BLOCK = 4_200;
const MOST_OF_ONE_CODE = 50;
const STACK = /^\s+at .+(\.[cm]?[jt]s:\d|node:|native)/mu;
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Signs of a value that was spelled without thinking, unless the input itself says so. */
const SLIPS = ['undefined', '[object ', 'NaN', 'function '];

/** Findings that people can be shown: known codes, bounded text, nothing that acts on a terminal, no stack. */
export function mustBeClean(diagnostics: readonly Diagnostic[], input: string, locate: Locate = () => null): void {
  for (const diagnostic of diagnostics) {
    must(Object.hasOwn(allWordings, diagnostic.code), `${diagnostic.code} is no code`);
    must(diagnostic.message !== '', `${diagnostic.code} says nothing`);
    for (const slip of SLIPS) must(!diagnostic.message.includes(slip) || input.includes(slip), diagnostic.message);
  }
  const codes = new Set(diagnostics.map(({ code }) => code)).size;
  mustBeShowable(
    renderDiagnostics(diagnostics, { locate, colour: false }),
    codes * (MOST_OF_ONE_CODE + 1) * LONGEST_BLOCK,
  );
}

/** Text for a terminal, of bounded length. */
export function mustBeShowable(text: string, limit: number): void {
  must(text.length <= limit, `${text.length} characters are shown: ${text.slice(0, 300)}`);
  must(!STACK.test(text), `a stack is shown: ${text}`);
  const unsafe = text.split('\n').find((line) => UNSAFE.test(line));
  must(unsafe === undefined, `what is shown acts on a terminal: ${JSON.stringify(unsafe)}`);
}

/** The only thing that a command line may end in. */
export function mustBeUsage(error: unknown): asserts error is UsageError {
  if (!(error instanceof UsageError)) throw error;
}
