/** The questions of `config global init`, for what was not given. Without a terminal nothing waits. */
import { providers } from '#schemas/providers/index.js';
import { UsageError } from '../failure.js';
import { claimsOf } from '../inputs/claims.js';
import { requireProvider } from '../inputs/default-store.js';
import { given as trimmed } from '../inputs/given.js';
import type { CommandContext } from '../session/call.js';
import type { ShownQuestion } from '../terminal/shown-question.js';
import { surroundings, terminalOf } from './terminal-of.js';

/** Null: to be asked for. */
export interface GivenDefaults {
  readonly provider: string | null;
  readonly profile: string | null;
}

export interface Defaults {
  readonly provider: string;
  /** `none`: no default profile. */
  readonly profile: string;
}

const PROFILES = ['development', 'default', 'none'];

/** Stops at the first provider that no configuration may name. */
export async function askForDefaults(given: GivenDefaults, context: CommandContext): Promise<Defaults> {
  const provider = given.provider ?? (await askForProvider(context));
  requireProvider(provider, claimsOf(context.variables));
  const question = chooseOf('Default profile:', PROFILES, 'Number or name:');
  return { provider, profile: given.profile ?? (await askFor(context, 'profile', question, PROFILES)) };
}

async function askForProvider(context: CommandContext): Promise<string> {
  if (!terminalOf(context).isInput) throw withoutTerminal('provider');
  const { recommendedStore } = await import('../session/recommended-store.js');
  const recommended = await recommendedStore(context);
  const known = Object.values(providers).filter(({ available }) => available);
  const schemes = known.map(({ scheme }) => scheme);
  const width = Math.max(...schemes.map(({ length }) => length));
  const rows = known.map(({ scheme, title }) => {
    return `${scheme.padEnd(width)}  ${title}${scheme === recommended.provider ? ' (recommended)' : ''}`;
  });
  const question = chooseOf(
    'Default store, for secrets for which nothing else names one:',
    rows,
    'Number, name or address:',
    [`Recommended here is ${recommended.provider}: ${recommended.why}.`],
  );
  const chosen = await askFor(context, 'provider', question, schemes);
  if (chosen !== 'file') return chosen;
  const folder = { lines: [], label: 'Folder of the files:' };
  return `file:${await askFor(context, 'provider', folder, [])}`;
}

function chooseOf(title: string, rows: readonly string[], label: string, notes: readonly string[] = []): ShownQuestion {
  const width = String(rows.length).length;
  const numbered = rows.map((row, index) => `  ${String(index + 1).padStart(width)}  ${row}`);
  return { lines: [title, ...numbered, ...notes], label };
}

/** The answer, or the choice that it numbers. */
async function askFor(
  context: CommandContext,
  option: 'provider' | 'profile',
  question: ShownQuestion,
  choices: readonly string[],
): Promise<string> {
  if (!terminalOf(context).isInput) throw withoutTerminal(option);
  const { askShown } = await import('../terminal/shown-question.js');
  const typed = await askShown(question, await surroundings(context));
  if (typed === null) throw withoutTerminal(option);
  const answer = trimmed(typed);
  if (answer === null) throw new UsageError(`no ${option} was chosen`, USAGE);
  return (/^\d+$/.test(answer) && choices[Number(answer) - 1]) || answer;
}

const USAGE = 'usage: tool config global init --provider SPEC --profile NAME';

function withoutTerminal(option: string): UsageError {
  return new UsageError(`\`--${option}\` is required without a terminal`, USAGE);
}
