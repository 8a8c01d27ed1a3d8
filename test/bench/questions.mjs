/** What questions about a plan cost, against the plan itself: their time at 1,000 secrets, how it grows, memory, and what is judged by a policy. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkingShare } from './checking.mjs';
import { peakMemory, race } from './measure.mjs';
import { limitRow, medianOf, ratioRow } from './table.mjs';
import { environmentFor, makeWorld, nameOf } from './worlds.mjs';

const SMALL = { count: 1_000, profiles: 1 };
const LARGE = { count: 10_000, profiles: 20 };
/** Times what a question may take at the smaller size. */
const MAX_GROWTH = 12;
const MAX_MEMORY_MB = 500;
const MAX_PAGE_KB = 1_000;
const RULES = 100;
const MAX_JUDGING = 2;
const MAX_TRUST_MS = 1;
const MAX_CHECKING_PERCENT = 2;
/** Some take seconds. */
const LARGE_ROUNDS = 3;

const STORE = 'vault://kv.example.com/secret';
const PLAN = ['plan', '--format', 'json'];
const ONE = ['--profile', 'default', '--format', 'json'];
/** [words, how many times as long as the plan it may take, what the plan is had from]: places are in no plan, so that `why` compiles. */
const QUESTIONS = [
  [['plan', 'contacts', '--format', 'json'], 1.5, 'warm'],
  [['plan', 'cost', '--format', 'json'], 1.5, 'warm'],
  [['plan', 'policy', '--for', 'vault', ...ONE], 1.5, 'warm'],
  [['plan', 'why', nameOf(0), '--format', 'json'], 1.5, 'cold'],
  [['plan', 'uses', STORE, '--format', 'json'], 1.5, 'warm'],
  [['plan', 'simulate', ...ONE], 1.5, 'warm'],
  [['plan', 'simulate', '--matrix', ...ONE], 1.5, 'warm'],
  [['plan', 'graph', '--format', 'mermaid'], 1.5, 'warm'],
  [['plan', 'graph', '--format', 'dot'], 1.5, 'warm'],
  [['plan', 'graph', '--format', 'json'], 1.5, 'warm'],
  [['plan', 'graph', '--format', 'svg'], 3, 'warm'],
  [['plan', 'graph', '--format', 'html'], 3, 'warm'],
];
/** With a scope for each of so many services. */
const SERVICES = 20;
const EMISSIONS = [
  [['plan', 'emit', '--for', 'external-secrets'], 2, 'warm'],
  [['plan', 'emit', '--for', 'compose'], 2, 'warm'],
];

export function questionRows(root, builds, rounds) {
  const small = makeQuestionWorld(root, SMALL);
  const large = makeQuestionWorld(root, LARGE);
  const services = makeServicesWorld(root);
  return Object.entries(builds).flatMap(([build, tool]) => [
    ...timeRows(build, tool, { small, large }, rounds),
    ...emissionRows(build, tool, services, rounds),
    pageRow(build, tool, small),
    judgingRow(build, tool, small, rounds),
    trustRow(build, tool, root, rounds),
    ...(build === 'Node' ? [checkingRow(tool, root, rounds)] : []),
  ]);
}

function timeRows(build, tool, { small, large }, rounds) {
  const contender = (world, words, state) => ({ name: words.join(' '), world, command: [...tool, ...words], state });
  const plans = (world) => ['warm', 'cold'].map((state) => ({ ...contender(world, PLAN, state), name: state }));
  const asked = (world) => QUESTIONS.map(([words, , state]) => contender(world, words, state));
  const short = race([...plans(small), ...asked(small)], rounds);
  const long = race(asked(large), Math.min(rounds, LARGE_ROUNDS));
  return asked(large).flatMap((question, index) => {
    const { name } = question;
    const [, most, state] = QUESTIONS[index];
    const plan = short.get(state);
    const base = state === 'cold' ? 'plan that is not cached' : 'plan';
    const size = `${LARGE.count} × ${LARGE.profiles}`;
    return [
      ratioRow(`${build}, ${name}, ${SMALL.count} / ${base}, ${SMALL.count}`, short.get(name), plan, most),
      ratioRow(`${build}, ${name}, ${size} / ${base}, ${SMALL.count}`, long.get(name), plan, MAX_GROWTH * most),
      limitRow(`peak memory: ${build}, ${name}, ${size}`, peakMemory(question), 'MB', MAX_MEMORY_MB),
    ];
  });
}

function emissionRows(build, tool, world, rounds) {
  const contender = (words) => ({ name: words.join(' '), world, command: [...tool, ...words], state: 'warm' });
  const times = race([contender(PLAN), ...EMISSIONS.map(([words]) => contender(words))], rounds);
  return EMISSIONS.map(([words, most]) => {
    const name = words.join(' ');
    const size = `${SMALL.count} × ${SERVICES} services`;
    return ratioRow(`${build}, ${name}, ${size} / plan`, times.get(name), times.get(PLAN.join(' ')), most);
  });
}

function pageRow(build, tool, world) {
  const page = ask(tool, world, ['plan', 'graph', '--format', 'html']);
  return limitRow(`page of ${build}, ${SMALL.count}`, Buffer.byteLength(page) / 1_000, 'kB', MAX_PAGE_KB);
}

function judgingRow(build, tool, world, rounds) {
  const contender = (name, words) => ({ name, world, command: [...tool, 'lint', ...words], state: 'warm' });
  const times = race([contender('alone', []), contender('judged', ['--policy', POLICY])], rounds);
  const name = `${build}, lint --policy with ${RULES} rules, ${SMALL.count} / lint`;
  return ratioRow(name, times.get('judged'), times.get('alone'), MAX_JUDGING);
}

/** What a `run` takes longer if its manifest must be approved, and is. */
function trustRow(build, tool, root, rounds) {
  const contender = (name) => {
    const world = makeWorld(join(root, build, name), SMALL.count);
    return { name, world, command: [...tool, 'run', '--', 'true'], state: 'warm' };
  };
  const [plain, trusted] = [contender('plain'), contender('trusted')];
  const { HOME } = environmentFor(trusted.world, 'warm');
  mkdirSync(join(HOME, '.config/tool'), { recursive: true });
  writeFileSync(join(HOME, '.config/tool/config.toml'), '[trust]\nrequire = true\n');
  ask(tool, trusted.world, ['trust', '--yes']);
  const times = race([plain, trusted], rounds);
  const longer = medianOf(times.get('trusted')) - medianOf(times.get('plain'));
  return limitRow(`on top: ${build}, warm run, ${SMALL.count}, trust required`, longer, 'ms', MAX_TRUST_MS);
}

function checkingRow(tool, root, rounds) {
  const world = makeWorld(join(root, 'checked'), SMALL.count);
  const name = 'run';
  const run = medianOf(
    race([{ name, world, command: [...tool, 'run', '--', 'true'], state: 'warm' }], rounds).get(name),
  );
  const share = checkingShare(SMALL.count, run, rounds);
  return limitRow(`checking ${SMALL.count} contacts, of a warm run`, share, '%', MAX_CHECKING_PERCENT);
}

function ask(tool, world, words) {
  const [program, ...first] = tool;
  const env = environmentFor(world, 'warm');
  const { status, stdout, stderr } = spawnSync(program, [...first, ...words], {
    cwd: world.folder,
    env,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

const POLICY = 'policy.toml';

/** Of ten secrets one is generated and one made of others; each profile but the first changes one. Two scopes. */
function makeQuestionWorld(root, { count, profiles }) {
  const folder = join(root, `questions-${count}`, 'work');
  mkdirSync(folder, { recursive: true });
  const declared = Array.from({ length: count }, (_, index) => `${nameOf(index)} = { ${declarationOf(index)} }\n`);
  const others = Array.from({ length: profiles - 1 }, (_, index) => {
    return `\n[profiles.p${index + 1}]\n${nameOf(index)} = { description = "Changed", required = false }\n`;
  });
  const scopes = ['web', 'worker'].map((name, index) => {
    return `${name} = { secrets = ["${nameOf(index + 8)}", "${nameOf(index + 18)}"] }\n`;
  });
  const head = `[project]\nname = "bench"\nrevision = "1.0"\n\n[defaults]\nproviders = ["${STORE}"]\n\n[profiles.default]\n`;
  writeFileSync(join(folder, 'manifest.toml'), [head, ...declared, ...others, '\n[scopes]\n', ...scopes].join(''));
  writeFileSync(join(folder, POLICY), policyText());
  return { count, folder };
}

/** Each service gets a fourth of the secrets. */
function makeServicesWorld(root) {
  const folder = join(root, 'services', 'work');
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: SMALL.count }, (_, index) => nameOf(index));
  const declared = names.map((name, index) => `${name} = { ${declarationOf(index)} }\n`);
  const scopes = Array.from({ length: SERVICES }, (_, scope) => {
    const shown = names.filter((_name, index) => index % 4 === scope % 4);
    return `service${scope} = { secrets = [${shown.map((name) => `"${name}"`).join(', ')}] }\n`;
  });
  const head = `[project]\nname = "bench"\nrevision = "1.0"\n\n[defaults]\nproviders = ["${STORE}"]\n\n[profiles.default]\n`;
  writeFileSync(join(folder, 'manifest.toml'), [head, ...declared, '\n[scopes]\n', ...scopes].join(''));
  return { count: SMALL.count, folder };
}

function declarationOf(index) {
  const description = `description = "Secret ${index}"`;
  if (index % 10 === 8) return `${description}, type = "password", generate = true`;
  if (index % 10 !== 9) return description;
  return `${description}, composed = "https://\${${nameOf(index - 2)}}:\${${nameOf(index - 1)}}@db.example.com"`;
}

/** Rules that every secret is judged by and none breaks. */
function policyText() {
  const subjects = [
    'stores = { forbid = ["keyring"] }',
    'description = "*e*"',
    'generate = { forbid = ["command"] }',
    'cache = { max_age = "1h" }',
  ];
  const rules = Array.from({ length: RULES }, (_, index) => {
    return `[[rule]]\nid = "rule-${index}"\n${subjects[index % subjects.length]}\n`;
  });
  return `revision = "1.0"\nname = "bench"\n${rules.join('')}`;
}
