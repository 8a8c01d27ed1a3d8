/** Runs cases side by side, prints `ok` or `FAILED` for each and the count at the end. Resolves to the exit code. */
const AT_ONCE = 3;

export async function runCases(cases: readonly (readonly [string, () => Promise<void>])[]): Promise<number> {
  let failed = 0;
  const waiting = cases.values();
  const worker = async () => {
    for (const [name, check] of waiting) {
      const problem = await check().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (problem !== null) failed++;
      console.log(problem === null ? `ok ${name}` : `FAILED ${name}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
