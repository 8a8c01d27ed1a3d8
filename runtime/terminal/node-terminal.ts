/** The terminal of this process: one question at a time. Why no library does it: `runtime/README.md`. */
import { SecretValue } from '../values/secret-value.js';
import { inTurnAmongProcesses } from './among-processes.js';
import { Dialogue } from './dialogue.js';
import type { PromptTerminal } from './prompt-terminal.js';
import type { Confirmation, Decision, HiddenAnswer, HiddenQuestion } from './terminal.js';
import { confirmationWording, hiddenWording, isYes, type Shown } from './wording.js';

export interface Surroundings {
  /** TERM. */
  readonly type: string | undefined;
  /** Text with everything spelled out that would act on a terminal. */
  readonly harmless: (text: string) => string;
  readonly signal: AbortSignal;
  /** A folder that is private to this user, where processes agree on their turn; null if there is none. */
  readonly turns: string | null;
}

export async function askHidden(question: HiddenQuestion, around: Surroundings): Promise<HiddenAnswer> {
  const answer = await inTurn(around, hiddenWording(question), (dialogue) => dialogue.hiddenLine());
  return answer === null ? { kind: 'unavailable' } : { kind: 'answer', value: SecretValue.fromText(answer) };
}

export async function askToConfirm(question: Confirmation, around: Surroundings): Promise<Decision> {
  const answer = await inTurn(around, confirmationWording(question), (dialogue) => dialogue.shownLine());
  if (answer === null) return 'unavailable';
  return isYes(answer) ? 'yes' : 'no';
}

/** Ends with the question before: there is one terminal, whatever asks. */
let last: Promise<unknown> = Promise.resolve();

export function inTurn<T>(
  around: Surroundings,
  shown: Shown,
  talk: (dialogue: Dialogue) => Promise<T>,
): Promise<T | null> {
  const turn = last.then(() =>
    inTurnAmongProcesses(around.turns, around.signal, () => onTerminal(around, shown, talk)),
  );
  last = turn.catch(() => {});
  return turn;
}

async function onTerminal<T>(
  { type, harmless, signal }: Surroundings,
  { lines, label }: Shown,
  talk: (dialogue: Dialogue) => Promise<T>,
): Promise<T | null> {
  const terminal = signal.aborted ? null : await openTerminal(type);
  if (terminal === null) return null;
  try {
    return await talk(new Dialogue(terminal, signal, { lines: lines.map(harmless), label: harmless(label) }));
  } finally {
    await terminal.close();
  }
}

async function openTerminal(type: string | undefined): Promise<PromptTerminal | null> {
  if (process.platform === 'win32') return (await import('./windows-terminal.js')).WindowsTerminal.open();
  return (await import('./controlling-terminal.js')).ControllingTerminal.open(type);
}
