/** The terminal that a question is asked on, whatever the standard streams are. */
export interface PromptTerminal {
  /** Shows nothing of what is typed, and hands over every key. False where the terminal does not allow it. */
  hide(): boolean;
  /** Hides it once more, whatever another process has set meanwhile. */
  hideStill(): void;
  readonly isHidden: boolean;
  /** Puts back the modes as they were before `hide`. */
  restore(): void;
  /** What was typed and not yet read. */
  read(): Uint8Array | 'nothing yet' | 'end';
  /** Forgets what was typed and not yet read: no answer to a question that was not yet shown. */
  forget(): void;
  /** How many of the bytes it took; all of them where it is gone, which reading finds out. */
  write(bytes: Uint8Array): number;
  /** Interrupts what the terminal shows, as its own key would. */
  interrupt(signal: 'SIGINT' | 'SIGQUIT'): void;
  /** Wait for it. */
  close(): Promise<void>;
}
