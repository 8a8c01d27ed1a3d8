/** What is worth knowing about something that succeeded. The library prints nothing itself. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';

export interface Warning {
  /** `tool explain CODE` explains it; `note` for what needs no explanation. */
  readonly code: string;
  readonly message: string;
}

/** Warnings in the order they come. */
export class Warnings {
  readonly #all: Warning[] = [];

  readonly warn = async (found: readonly Diagnostic[]): Promise<void> => {
    for (const { code, message } of found) this.#all.push({ code, message });
  };

  /** Of the lines for people, those that say nothing about a value: results say themselves what was generated. */
  readonly notice = async (line: string): Promise<void> => {
    if (line.startsWith(NOTE)) this.#all.push({ code: 'note', message: line.slice(NOTE.length) });
  };

  get all(): readonly Warning[] {
    return [...this.#all];
  }
}

const NOTE = 'note: ';
