/** What a policy of `tool plan policy` promises: `run` works with it, and without any one statement exactly its secrets fail. */
import { deepStrictEqual, strictEqual } from 'node:assert';

/**
 * `answer`: of `tool plan policy --format json`. `runWith`: `run` with a document of these statements alone, where nothing has been
 * generated yet. Names of secrets end in `_HERE`; of what is made of them, errors say nothing.
 */
export async function holdsExactly({ answer, runWith }) {
  const whole = await runWith(answer.statements);
  strictEqual(whole.status, 0, whole.stderr);
  for (const left of answer.statements) {
    const { status, stderr } = await runWith(answer.statements.filter((one) => one !== left));
    strictEqual(status, 1, String(left.statement));
    deepStrictEqual(namesIn(stderr), left.secrets, `${left.statement}\n${stderr}`);
  }
}

/** The secrets that errors name; not those that are said to be saved. */
function namesIn(stderr) {
  return [...new Set(stderr.replace(/^✓.*$/gm, '').match(/\b[A-Z_]+_HERE\b/g) ?? [])].sort();
}
