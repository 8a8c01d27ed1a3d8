/** Who asks, and how the person behind it can be asked: once for each revision of the protocol. */

export interface Client {
  readonly name: string;
  readonly version: string | undefined;
  /** Aborts when the call is cancelled or the server ends. */
  readonly signal: AbortSignal;
  readonly person: Person;
}

export type Person =
  /** The client shows no forms. */
  | { readonly kind: 'out of reach' }
  /** The server asks, and waits. */
  | { readonly kind: 'asked'; readonly ask: (question: string) => Promise<unknown> }
  /** The client asks, and calls again with the answer. */
  | { readonly kind: 'asked by the client'; readonly reply: Reply | null };

export interface Reply {
  readonly answer: unknown;
  /** What the question came with: any text, until it is found to be ours. */
  readonly state: string;
}

/** Instead of an answer: the question, which the client is to ask before it calls again. */
export class Question {
  readonly text: string;
  readonly state: string;

  constructor(text: string, state: string) {
    this.text = text;
    this.state = state;
  }
}

/** The form of every question. Its one field is not for a value. */
export const APPROVE = 'approve';
export const FORM = {
  type: 'object' as const,
  properties: {
    [APPROVE]: { type: 'boolean' as const, title: 'Run it', description: 'Approve this one run.', default: false },
  },
  required: [APPROVE],
};

export function isApproved(answer: unknown): boolean {
  const { action, content } = recordOf(answer);
  return action === 'accept' && recordOf(content)[APPROVE] === true;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
