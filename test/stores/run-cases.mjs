/** Runs named checks one after another, prints `ok` or `FAILED` for each and the count at the end. Gives the exit code. */
export function runCases(cases) {
  const results = Object.entries(cases).map(([name, check]) => judge(name, check));
  const failed = results.filter((isOk) => !isOk).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function judge(name, check) {
  try {
    check();
    console.log(`ok ${name}`);
    return true;
  } catch (error) {
    console.log(`FAILED ${name}: ${error.message}`);
    return false;
  }
}

/** The same for checks that take their time: each is waited for before the next. */
export async function runCasesInTurn(cases) {
  return runCases(await settledInTurn(cases));
}

/** Checks that took their time, each waited for before the next, as checks that give what came of them. */
export async function settledInTurn(cases) {
  const settled = {};
  for (const [name, check] of Object.entries(cases)) {
    const problem = await check().then(
      () => null,
      (error) => error,
    );
    settled[name] = () => {
      if (problem !== null) throw problem;
    };
  }
  return settled;
}
