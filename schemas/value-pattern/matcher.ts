/**
 * Matches whole texts with a pattern, in a time that grows in proportion to the length of the text: all ways through the pattern are followed at
 * once, and each set of ways is worked out once. The expressions of JavaScript go back and try again, which takes for ever with some patterns.
 */
import { type PatternAutomaton, automatonOf } from './automaton.js';
import type { PatternPart } from './pattern.js';

/** Sets with more states together than this are forgotten and worked out again, so that no pattern fills the memory. */
const MOST_KNOWN = 200_000;

/** The ways that lead on from here. */
interface Stage {
  readonly states: readonly number[];
  readonly accepts: boolean;
  /** By class of characters. */
  readonly next: (Stage | undefined)[];
}

export function matcherOf(pattern: PatternPart): (text: string) => boolean {
  const automaton = automatonOf(pattern);
  const stages = new Stages(automaton);
  return (text) => {
    let stage = stages.first();
    for (const character of text) {
      if (stage.states.length === 0) return false;
      const kind = automaton.classOf(character.codePointAt(0) ?? 0);
      stage = stage.next[kind] ?? stages.after(stage, kind);
    }
    return stage.accepts;
  };
}

class Stages {
  readonly #automaton: PatternAutomaton;
  readonly #known = new Map<string, Stage>();
  #size = 0;

  constructor(automaton: PatternAutomaton) {
    this.#automaton = automaton;
  }

  first(): Stage {
    return this.#stageOf(this.#automaton.start);
  }

  after(stage: Stage, kind: number): Stage {
    const found = this.#stageOf(this.#automaton.after(stage.states, kind));
    stage.next[kind] = found;
    return found;
  }

  #stageOf(states: readonly number[]): Stage {
    // A state is a small number: far fewer than a character has.
    const key = String.fromCharCode(...states);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#size > MOST_KNOWN) this.#forget();
    this.#size += states.length + 1;
    const stage: Stage = { states, accepts: this.#automaton.accepts(states), next: [] };
    this.#known.set(key, stage);
    return stage;
  }

  #forget(): void {
    for (const { next } of this.#known.values()) next.length = 0;
    this.#known.clear();
    this.#size = 0;
  }
}
