/** Work counted instead of timed: how often each function and block of the code under test runs, as V8 counts for coverage. */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

export interface CountedWork {
  /** How often the functions and blocks of these files ran during `use`; `named` counts calls of that function alone. */
  of(files: RegExp, use: () => Promise<unknown>, named?: string): Promise<number>;
  stop(): void;
}

/** Call it before the code under test is loaded: V8 counts blocks of what it compiles from then on, but not of what it inlines. */
export async function countWork(): Promise<CountedWork> {
  const session = new Session();
  setFlagsFromString('--no-opt');
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async of(files, use, named) {
      await session.post('Profiler.takePreciseCoverage');
      await use();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const functions = result.filter(({ url }) => files.test(url)).flatMap((script) => script.functions);
      const counted = functions.filter(({ functionName }) => named === undefined || functionName === named);
      const ranges = counted.flatMap((one) => (named === undefined ? one.ranges : one.ranges.slice(0, 1)));
      return ranges.reduce((sum, { count }) => sum + count, 0);
    },
    stop() {
      session.disconnect();
      setFlagsFromString('--opt');
    },
  };
}
