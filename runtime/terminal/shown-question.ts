/** A question whose answer is shown while it is typed. */
import { inTurn, type Surroundings } from './node-terminal.js';

export interface ShownQuestion {
  readonly lines: readonly string[];
  /** What the answer is typed after. */
  readonly label: string;
}

/** The typed line, which may be empty; null if there is no terminal, or it was closed. */
export function askShown(question: ShownQuestion, around: Surroundings): Promise<string | null> {
  return inTurn(around, question, (dialogue) => dialogue.shownLine());
}
