/** One thing that is fed with generated inputs, and what came of it. */
import fc from 'fast-check';

export interface Target {
  readonly name: string;
  /** Its part of all inputs, compared with the others'. */
  readonly share: number;
  /** Feeds so many inputs; the same seed gives the same ones. `onInput` is called before each. */
  check(run: Run): Promise<Outcome>;
  /** The input with this number (from 0) of a run, as text. */
  inputOf(seed: number, number: number): string;
}
export interface Run {
  readonly seed: number;
  readonly inputs: number;
  readonly onInput?: () => void;
}
export interface Outcome {
  readonly inputs: number;
  /** Null where everything held. */
  readonly failure: FailingInput | null;
}
export interface FailingInput {
  /** The smallest found. */
  readonly input: string;
  readonly error: string;
}

/** `judge` throws where an input is not handled as it should be. */
export function target<T>(parts: {
  readonly name: string;
  readonly share: number;
  readonly inputs: fc.Arbitrary<T>;
  readonly judge: (input: T) => void | Promise<void>;
}): Target {
  const { name, share, inputs, judge } = parts;
  return {
    name,
    share,
    check: async ({ seed, inputs: numRuns, onInput = () => {} }) => {
      const property = fc.asyncProperty(inputs, async (input) => {
        onInput();
        await judge(input);
      });
      const found = await fc.check(property, { seed, numRuns });
      if (!found.failed) return { inputs: found.numRuns, failure: null };
      return { inputs: found.numRuns, failure: failureOf(found) };
    },
    inputOf: (seed, number) => fc.stringify(fc.sample(inputs, { seed, numRuns: number + 1 }).at(-1)),
  };
}

function failureOf<T>({ counterexample, errorInstance }: fc.RunDetails<T>): FailingInput {
  const error = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  return { input: fc.stringify(counterexample), error };
}

/** For targets: fails with a text that is small enough to be read. */
export function must(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem.slice(0, 2000));
}
