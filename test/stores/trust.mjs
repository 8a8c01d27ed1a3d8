/**
 * The list of powers is complete: generated manifests run under a recorder of system calls, with a proxy that notes each host, and
 * whatever is connected to, started or opened is in a power that was shown, a fixed host of a vendor, or the project's own.
 * `node test/stores/trust.mjs [--runs N] [--seed S] COMMAND...`; needs strace; ends with `N passed, N failed`.
 */
import { ok, strictEqual } from 'node:assert';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { generated, manifestWith, STARTING } from './trust/manifests.mjs';
import { recorded } from './trust/recorder.mjs';
import { strangers } from './trust/strangers.mjs';
import { trustWorld } from './trust/world.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const { values, positionals: tool } = parseArgs({
  options: { runs: { type: 'string', default: '40' }, seed: { type: 'string' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`seed ${seed}`);
const world = await trustWorld(tool);
const seen = { starts: 0, connects: 0, opens: 0, hosts: 0 };

/** Gives what was started. */
async function isComplete(manifest, commands = ['check --no-prompt', 'run --no-prompt -- true']) {
  const place = world.project(manifest);
  const { status, stdout } = place.tool('trust --yes --format json');
  if (status !== 0) return [];
  const { powers } = JSON.parse(stdout);
  const started = [];
  for (const command of commands) {
    const events = await recorded(place, command);
    started.push(...events.starts);
    for (const kind of Object.keys(seen)) seen[kind] += events[kind].length;
    const found = strangers(events, powers, place, manifest);
    strictEqual(found.join('\n'), '', `${command}\n${manifest}`);
  }
  return started;
}

const cases = {
  'what a plan uses is in its powers': async () => {
    for (const manifest of generated(Number(values.runs), seed)) await isComplete(manifest);
    console.log(`starts ${seen.starts}, connections ${seen.connects}, hosts ${seen.hosts}, files ${seen.opens}`);
    ok(seen.starts > 0 && seen.hosts > 0 && seen.opens > 0);
  },
  'each way to start a program is in a power': async () => {
    for (const [program, settings] of Object.entries(STARTING)) {
      const started = await isComplete(manifestWith(settings), ['check --no-prompt']);
      const names = started.map((start) => basename(start.split(' ')[0]));
      ok(names.includes(program), `${program} was not started: ${started.join('; ')}`);
    }
  },
  'what is in no power is noticed': async () => {
    for (const [what, settings] of [
      ['start', 'providers = ["onepassword://Team"]'],
      ['host', 'providers = ["vault://127.0.0.1:9?tls=false"]'],
      ['file', 'providers = ["dotenv:../outside.env"]'],
      ['start', 'providers = ["null"], type = "command", generate = { command = "date" }'],
    ]) {
      const manifest = manifestWith(settings);
      const place = world.project(manifest);
      place.tool('trust --yes');
      const found = strangers(await recorded(place, 'check --no-prompt'), [], place, manifest);
      ok(
        found.some((one) => one.startsWith(what)),
        `${what}: ${found.join('; ')}`,
      );
    }
  },
};

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  world.remove();
}
