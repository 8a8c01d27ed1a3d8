/** pass and gopass in one folder: neither may take the other's entry for a copy. */
import { match, notStrictEqual, ok, strictEqual } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ref } from '../shared/store.mjs';

const NAME = 'tool/shop/default/DATABASE_PASSWORD';
const MOUNT = ['init', '--crypto', 'gpgcli', '--storage', 'fs', '--store'];
const isPassHere = spawnSync('pass', ['--version']).error === undefined;

export function sharedFolders(world) {
  if (!isPassHere) {
    console.log('left out: folders that pass and gopass share; pass is not installed');
    return {};
  }
  return {
    'one folder, named by PASSWORD_STORE_DIR: nothing is moved onto itself or cached in itself': async () => {
      const lab = world.lab(null);
      const PASSWORD_STORE_DIR = join(lab.folder, 'store');
      await keepsItsOnlyCopy(lab, { PASSWORD_STORE_DIR });
    },
    'one folder, ~/.password-store before gopass was set up: so is it there': async () => {
      await keepsItsOnlyCopy(world.lab(null), {});
    },
    'one folder, which gopass reaches by a link': async () => {
      const lab = world.lab(null);
      mkdirSync(join(lab.folder, 'real'));
      symlinkSync('../real', join(lab.home, '.password-store'));
      await keepsItsOnlyCopy(lab, {}, `pass://?store_dir=${lab.folder}/real`);
    },
    'two mounts, one of which is a folder of pass': async () => {
      const lab = world.lab();
      for (const name of ['one', 'two'])
        lab.gopass([...MOUNT, name, '--path', join(lab.folder, name), 'open@tool.test']);
      const [one, two] = ['one', 'two'].map((name) => `pass://{project}/{key}?store_dir=${join(lab.folder, name)}`);
      lab.insert('two/shop/DATABASE_PASSWORD', 'only');
      const held = () => lab.gopass(['ls', '--flat']).trim();
      await refusesMove(lab, {}, [two, 'gopass://two/{project}/{key}']);
      strictEqual(held(), 'two/shop/DATABASE_PASSWORD');
      const moved = await move(lab, {}, [two, 'gopass://one/{project}/{key}']);
      strictEqual(moved.status, 0, moved.stderr);
      strictEqual(held(), 'one/shop/DATABASE_PASSWORD');
      await refusesMove(lab, {}, ['gopass://one/{project}/{key}', one]);
      strictEqual(held(), 'one/shop/DATABASE_PASSWORD');
    },
    'an entry is the file that gopass writes': async () => {
      const lab = world.lab();
      const gopass = await lab.open();
      const pass = await lab.open({}, {}, `pass://?store_dir=${lab.root}`);
      for (const name of ['x', 'a/x', 'é 😀/"q"']) {
        const before = await gopass.identity(ref(name));
        strictEqual(await pass.identity(ref(name)), before);
        strictEqual((await lab.write(name, 'v')).kind, 'written');
        const after = await gopass.identity(ref(name));
        notStrictEqual(after, before, 'gopass wrote another file');
        strictEqual(await pass.identity(ref(name)), after);
      }
    },
  };
}

/** pass makes the folder; then gopass finds it. */
async function keepsItsOnlyCopy(lab, environment, pass = 'pass') {
  const uri = new URL(pass.includes(':') ? pass : `${pass}:`);
  const given = uri.searchParams.get('store_dir');
  const env = { ...lab.environment, ...environment };
  const asPass = given === null ? env : { ...env, PASSWORD_STORE_DIR: given };
  execFileSync('pass', ['init', 'open@tool.test'], { env: asPass, stdio: 'pipe' });
  execFileSync('pass', ['insert', '-m', NAME], { env: asPass, input: 'only\n', stdio: 'pipe' });
  const shown = () => execFileSync('gopass', ['show', '-o', NAME], { env, stdio: 'pipe' }).toString();
  strictEqual(shown(), 'only');
  for (const stores of [
    [pass, 'gopass'],
    ['gopass', pass],
  ]) {
    await refusesMove(lab, environment, stores);
    const manifest = cachedManifest(stores);
    const { status, stderr } = await lab.tool(['get', 'DATABASE_PASSWORD'], { environment, manifest });
    strictEqual(status, 1, stderr);
    match(stderr, /^error\[E1119\]/m);
    strictEqual(shown(), 'only');
  }
  ok(!existsSync(join(lab.root, `${NAME}.gpg`)), 'the stores are two');
}

function move(lab, environment, [from, to]) {
  const manifest = `${HEAD}[providers]\nfrom = "${from}"\nto = "${to}"\n[profiles.default]\nDATABASE_PASSWORD = { description = "x", providers = ["to"] }\n`;
  return lab.tool(['import', 'from', '--delete-source'], { environment, manifest });
}

async function refusesMove(lab, environment, stores) {
  const { status, stderr } = await move(lab, environment, stores);
  strictEqual(status, 1, stderr);
  match(stderr, /^error\[E1126\]/m);
}

const HEAD = '[project]\nname = "shop"\nrevision = "1.0"\nrequire_reason = false\n';

const cachedManifest = ([source, cache]) =>
  `${HEAD}[providers]\nsource = { uri = "${source}", cache = { provider = "${cache}", max_age = "1h" } }\n[profiles.default]\nDATABASE_PASSWORD = { description = "x", providers = ["source"] }\n`;
