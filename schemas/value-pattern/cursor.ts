/** A place in the text of a pattern, and how reading it stops. */
import type { PatternProblem } from './pattern.js';

export class Stop extends Error {
  readonly problem: PatternProblem;
  constructor(problem: PatternProblem) {
    super(problem.problem);
    this.problem = problem;
  }
}

export class Cursor {
  readonly text: string;
  /** In UTF-16 units. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  /** Whether the next unit is the last one. */
  get isLast(): boolean {
    return this.at === this.text.length - 1;
  }

  /** The next character; empty at the end. */
  get next(): string {
    const point = this.text.codePointAt(this.at);
    return point === undefined ? '' : String.fromCodePoint(point);
  }

  isAt(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** Whether the text goes on with the word, which is then read. */
  take(word: string): boolean {
    if (!this.isAt(word)) return false;
    this.skip(word.length);
    return true;
  }

  /** What the expression, which is sticky, matches here; it is not read. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    return expression.exec(this.text);
  }

  skip(units: number): void {
    this.at += units;
  }

  /** Stops at the next units. */
  stop(units: number, problem: string, advice: string): never {
    return this.stopAt(this.at, this.at + units, problem, advice);
  }

  stopAt(start: number, end: number, problem: string, advice: string): never {
    throw new Stop({ start, end: Math.min(end, this.text.length), problem, advice });
  }
}
