/**
 * The processor time, in microseconds, that one guard of a run takes in a process of its own. Its code has run once, for
 * the tool loads its code compiled: `node test/bench/one-guard.mjs bounds|trust FOLDER`, for the manifest in that folder.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = new URL('../../dist/', import.meta.url);
const load = (path) => import(new URL(path, DIST).href);
const [what, folder] = process.argv.slice(2);

/** What a run asks: all entries of the store, in one batch. */
async function bounds() {
  const { plan } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  const { link } = await load('runtime/link/link.js');
  const { choice, user } = await load('test/helpers/plan.js');
  const result = link(plan, choice(), user());
  if (result.kind !== 'linked') throw new Error('the plan cannot be linked');
  const addresses = result.plan.reads.flatMap(({ from }) => from.map(({ at }) => at));
  const { Bounds } = await load('runtime/stores/bounds.js');
  return async (count = addresses.length) => {
    await new Bounds(result.plan, {}, () => {}).require('read', 0, addresses.slice(0, count), 'reading');
  };
}

/** The approval is there. */
async function trust() {
  const variables = { HOME: join(folder, 'home') };
  const manifest = { folder, name: 'manifest.toml' };
  const tool = new URL('bundle/tool.js', DIST);
  const words = ['trust', '--yes', '--format', 'json', '--file', join(folder, 'manifest.toml')];
  const env = { PATH: process.env.PATH, ...variables };
  const { hash } = JSON.parse(execFileSync(process.execPath, [tool.pathname, ...words], { env, encoding: 'utf8' }));
  const { requireTrust } = await load('runtime/trust/require-trust.js');
  return async () => {
    await requireTrust({ hash, manifest, variables, plan: () => Promise.reject(new Error('refused')), warn: () => {} });
  };
}

const work = await (what === 'bounds' ? bounds() : trust());
await work(1);
// The garbage of what came before is collected beside it.
await new Promise((resume) => setTimeout(resume, 50));
const before = process.cpuUsage();
await work();
const { user, system } = process.cpuUsage(before);
console.log(user + system);
