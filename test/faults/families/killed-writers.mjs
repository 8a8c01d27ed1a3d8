/** Two writers of one file at a time, one of which is killed at a moment that nobody chose. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { firstProblem, keptProblem, quoted, recoveryProblem, storesProblem } from '../parts/judge.mjs';
import { makeSandbox } from '../parts/sandbox.mjs';

const KILLED = [
  ['set', 'API_KEY', 'fresh-api-key'],
  ['set', 'CERTIFICATE', 'fresh-certificate'],
  ['check', '--profile', 'fresh'],
  ['plan', '--output', 'plan.json'],
];
const OTHER = ['set', 'PASSWORD', 'fresh-generated'];

export async function* killedWriters({ tool, folder, runs, random }) {
  const project = makeSandbox(folder, tool);
  project.reset({ warm: false });
  const usualMs = (await ended(project, OTHER)).tookMs;
  for (let run = 0; run < runs; run++) {
    const words = random.pick(KILLED);
    const afterMs = random.below(Math.ceil(usualMs * 1.2));
    project.reset({ warm: random.below(2) === 0 });
    const [other] = await Promise.all([ended(project, OTHER), killed(project, words, afterMs)]);
    const problem = firstProblem(
      otherProblem(project, other),
      storesProblem(project),
      keptProblem(project),
      recoveryProblem(project, words),
    );
    yield { name: `tool ${words.join(' ')}, killed after ${afterMs} ms of ${usualMs}`, problem };
  }
}

/** The one that was left alone has done its work. */
function otherProblem(project, { code, signal, stderr }) {
  if (code !== 0) return `the other writer ended with ${code ?? signal}: ${quoted(stderr)}`;
  return project.read('.env')?.includes('PASSWORD=fresh-generated\n') ? null : 'the value of the other writer is lost';
}

async function killed(project, words, afterMs) {
  const child = start(project, words);
  const gone = once(child, 'exit');
  await wait(afterMs);
  child.kill('SIGKILL');
  await gone;
}

async function ended(project, words) {
  const began = performance.now();
  const child = start(project, words);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, stderr, tookMs: Math.round(performance.now() - began) };
}

function start({ tool, place, environment }, words) {
  return spawn(tool[0], [...tool.slice(1), ...words], {
    cwd: place,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
