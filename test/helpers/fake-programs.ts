/** Programs that are functions: what each is asked is kept, and nothing is started. */
import type { ProgramOutcome, ProgramRun, Programs } from '#runtime/programs/programs.js';

export interface FakeRun {
  readonly program: string;
  readonly words: readonly string[];
  readonly input: string | null;
  readonly variable: (name: string) => string | null;
}

/** What a program prints before it ends, or another outcome. */
export type FakeEnd =
  | {
      readonly status?: number;
      readonly stdout?: string | Uint8Array;
      readonly isWhole?: boolean;
      readonly stderr?: string;
    }
  | ProgramOutcome;

/** A program that is null is there and cannot be executed. */
export function fakePrograms(
  programs: Readonly<Record<string, ((run: FakeRun) => FakeEnd | Promise<FakeEnd>) | null>>,
): Programs & { readonly runs: readonly FakeRun[]; readonly finds: readonly string[]; readonly most: () => number } {
  const runs: FakeRun[] = [];
  const finds: string[] = [];
  let [now, most] = [0, 0];
  return {
    runs,
    finds,
    most: () => most,
    find: async (name) => {
      finds.push(name);
      if (programs[name] === undefined) return { kind: 'not found' };
      return programs[name] === null ? { kind: 'not executable' } : { kind: 'found', path: `/bin/${name}` };
    },
    run: async (run) => {
      const fake = fakeRun(run);
      runs.push(fake);
      most = Math.max(most, ++now);
      const end = await programs[fake.program]?.(fake);
      now--;
      return outcomeOf(end ?? {});
    },
  };
}

function fakeRun({ path, words, input, environment }: ProgramRun): FakeRun {
  const variable = (name: string) => textOf(environment.get(name));
  return { program: path.replace('/bin/', ''), words, input: textOf(input), variable };
}

function textOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : Buffer.from(bytes).toString();
}

function outcomeOf(end: FakeEnd): ProgramOutcome {
  if ('kind' in end) return end;
  const { status = 0, stdout = '', isWhole = true, stderr = '' } = end;
  return { kind: 'ended', status, stdout: Buffer.from(stdout), isWhole, stderr: Buffer.from(stderr) };
}
