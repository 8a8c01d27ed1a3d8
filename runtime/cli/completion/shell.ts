/** What the completion needs to know of a shell. One file per shell. */

/** A candidate as it is shown and inserted. All its texts are safe for a terminal and have no line breaks and tabs. */
export interface Suggestion {
  /** The whole argument, not quoted. */
  readonly text: string;
  /** Without what is before the candidate in the same argument: `production` of `--profile=production`. */
  readonly label: string;
  /** Empty if there is none. */
  readonly description: string;
  /** Whether more of the argument follows: no blank after it. */
  readonly isOpen: boolean;
}

/** What a script asks, and the form in which it reads the answer. */
export interface CompletionRequest {
  /** The arguments up to the cursor, without quotes; the last one is the one at the cursor, perhaps empty. */
  readonly words: readonly string[];
  reply(suggestions: readonly Suggestion[]): string;
}

export interface Shell {
  /** Registers the completion in the shell that runs it. */
  readonly script: string;
  /** Reads what the script passes. */
  read(given: readonly string[]): CompletionRequest;
}
