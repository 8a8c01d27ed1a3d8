/** An approval is asked on the terminal, saved as it was shown, and needed by whatever uses secrets of a manifest. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { builder, compileManifest, type ToolError } from '#runtime/sdk/index.js';
import { resolverWorld } from '../../helpers/resolver-client.js';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';
import { libraryWorlds } from '../sdk/library-world.js';

const PATIENCE_MS = 60_000;
const REQUIRED = '[trust]\nrequire = true\n';
const HEAD = '[project]\nname = "demo"\nrevision = "1.0"\nrequire_reason = false\n';
const SECRETS = '[profiles.default]\nA = { description = "a", default = "x", providers = ["dotenv://.env"] }\n';
/** Needs another approval than `SECRETS`. */
const MORE = 'B = { description = "b", default = "y", providers = ["dotenv:../shared.env"] }\n';

describe('on the command line', () => {
  let world: CliWorld;
  beforeEach(() => {
    world = openCli();
    world.write('~/.config/tool/config.toml', REQUIRED);
    world.write('manifest.toml', `${HEAD}${SECRETS}`);
  });
  afterEach(() => world.remove());

  /** On a pseudo-terminal, answering once the question is there. */
  const answering = (answer: string, before = ':') =>
    world.run(
      'rm -f in out; mkfifo in; (script -qec "tool trust" /dev/null < in > out; echo "status $?" >> out) & exec 3> in; ' +
        `until grep -q "Approve this" out; do sleep 0.05; done; ${before}; echo "${answer}" >&3; wait; exec 3>&-; cat out`,
    );

  test(
    'a person answers on the terminal; only a yes approves',
    async () => {
      const refused = `${(await answering('n')).stdout}`;
      expect(refused).toContain('Approve this?');
      expect(refused).toContain('status 1');
      expect((await world.run('tool trust --check')).status).toBe(1);
      expect(`${(await answering('')).stdout}`).toContain('status 1');
      expect(`${(await answering('y')).stdout}`).toContain('status 0');
      expect((await world.run('tool trust --check')).status).toBe(0);
      expect(`${(await world.run('tool get A')).stdout}`).toBe('x');
    },
    PATIENCE_MS,
  );

  test(
    'what was shown is approved, whatever the manifest says when the answer comes',
    async () => {
      const { stdout } = await answering('y', `printf '${MORE.trimEnd()}\\n' >> manifest.toml`);
      expect(`${stdout}`).toContain('status 0');
      expect(`${stdout}`).not.toContain('shared.env');
      const { status, stderr } = await world.run('tool get A');
      expect(status).toBe(1);
      expect(`${stderr}`).toContain('new: reads ../shared.env (for B)');
      world.write('manifest.toml', `${HEAD}${SECRETS}`);
      expect((await world.run('tool get A')).status).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'twenty approvals at once are twenty approvals',
    async () => {
      const folders = Array.from({ length: 20 }, (_, index) => `p${index}`);
      for (const folder of folders) {
        mkdirSync(join(world.work, folder));
        world.write(`${folder}/manifest.toml`, `${HEAD}${SECRETS}`);
      }
      const all = folders.map((folder) => `(cd ${folder} && tool trust --yes > /dev/null) &`).join(' ');
      expect((await world.run(`${all} wait`)).status).toBe(0);
      const { approvals } = JSON.parse(`${(await world.run('tool trust --list --format json')).stdout}`);
      expect(approvals.map(({ manifest }: { manifest: string }) => manifest)).toEqual(
        folders.map((folder) => join(world.work, folder, 'manifest.toml')).sort(),
      );
      const state = join(world.home, '.local/state/tool/trust');
      expect(statSync(state).mode & 0o777).toBe(0o700);
      expect(`${(await world.run(`ls -l ${state} | grep -c ^-rw-------`)).stdout}`.trim()).toBe('20');
      const one =
        'for each in 1 2 3 4 5 6 7 8 9 10; do tool trust --yes > /dev/null & done; wait; cd p3; tool trust --check';
      expect((await world.run(one)).status).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'a helper of Git needs it for a manifest, and not for a password of its own',
    async () => {
      const asks = `printf 'url=https://example.com/x\\n\\n' | tool git credential get --url https://example.com`;
      const ofManifest = `${asks} --file manifest.toml --token-secret A`;
      expect(`${(await world.run(ofManifest)).stdout}`).not.toContain('password=x');
      await world.run('tool trust --yes');
      expect(`${(await world.run(ofManifest)).stdout}`).toContain('password=x');
      await world.run('printf token | tool git login https://example.com --provider dotenv:git.env');
      expect(`${(await world.run(`${asks} --provider dotenv:git.env`)).stdout}`).toContain('password=token');
    },
    PATIENCE_MS,
  );

  test(
    'credentials of an alias are not asked for',
    async () => {
      const alias = '[providers]\nv = { uri = "vault://kv.example.com", credentials = { token = "dotenv://.env" } }\n';
      world.write('manifest.toml', `${HEAD}${alias}${SECRETS}B = { description = "b", providers = ["v"] }\n`);
      const { status, stderr } = await world.run('tool config provider login v');
      expect({ status, stderr: `${stderr}` }).toEqual({ status: 1, stderr: expect.stringContaining('E0908') });
      const log = readFileSync(join(world.home, '.local/state/tool/audit.log'), 'utf8');
      expect(JSON.parse(log)).toMatchObject({ action: 'set', command: 'credential', error_kind: 'not_trusted' });
    },
    PATIENCE_MS,
  );

  test(
    'a link in another folder is another manifest, for its commands run there; one in the same folder, or a linked folder, is not',
    async () => {
      await world.run('tool trust --yes && ln -s manifest.toml same.toml && ln -s . folder');
      await world.run('mkdir other && ln -s ../manifest.toml other/manifest.toml');
      expect((await world.run('tool get A --file same.toml')).status).toBe(0);
      expect((await world.run('tool get A --file folder/manifest.toml')).status).toBe(0);
      expect(`${(await world.run('tool get A --file other/manifest.toml')).stderr}`).toContain('E0908');
      await world.run('tool trust --yes --file other/manifest.toml');
      expect((await world.run('tool get A --file other/manifest.toml')).status).toBe(0);
      expect((await world.run('cd other && tool get A')).status).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'an approval with a kind of power that this version does not know is not used, and says so',
    async () => {
      world.write('manifest.toml', `${HEAD}${SECRETS}${MORE}`);
      await world.run(
        'tool trust --yes && sed -i \'s/"kind": "file"/"kind": "future"/\' ../home/.local/state/tool/trust/*.json',
      );
      const { status, stderr } = await world.run('tool get A');
      expect({ status, stderr: `${stderr}` }).toEqual({ status: 1, stderr: expect.stringContaining('W0906') });
      expect(`${stderr}`).toContain('E0908');
    },
    PATIENCE_MS,
  );

  test.each([
    ['is cut short', 'head -c 40 $f > $f.x && cat $f.x > $f && rm $f.x', 'is not a complete approval'],
    ['is empty', ': > $f', 'is not a complete approval'],
    ['is a link', 'mv $f there && ln -s "$PWD/there" $f', 'is a symbolic link'],
    ['has a second name', 'ln $f there', 'has other names in the file system'],
    ['can be written by the group', 'chmod g+w $f', 'can be changed by other users'],
    ['can be written by everybody', 'chmod o+w $f', 'can be changed by other users'],
    ['is a named pipe', 'rm $f && mkfifo $f', 'is not a regular file'],
  ])(
    'an approval that %s is none, and is replaced by the next one',
    async (_what, spoil, problem) => {
      await world.run(`tool trust --yes; f=$(echo ../home/.local/state/tool/trust/*.json); ${spoil}`);
      const { status, stderr } = await world.run('tool get A');
      expect({ status, stderr: `${stderr}` }).toEqual({ status: 1, stderr: expect.stringContaining('E0908') });
      expect(`${stderr}`).toContain(problem);
      await world.run('tool trust --yes');
      expect((await world.run('tool get A')).status).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'in a folder that others can write to there are no approvals, and none is given',
    async () => {
      await world.run('tool trust --yes; chmod o+w ../home/.local/state/tool/trust');
      expect(`${(await world.run('tool get A')).stderr}`).toContain('is in a folder that others can use');
      const { status, stderr } = await world.run('tool trust --yes');
      expect({ status, stderr: `${stderr}` }).toEqual({ status: 1, stderr: expect.stringContaining('E0911') });
    },
    PATIENCE_MS,
  );

  test(
    'names are listed of a store that the call names, and of an alias of the manifest only if it is approved',
    async () => {
      world.write('other.env', 'NEW=1\n');
      world.write('manifest.toml', `${HEAD}[providers]\nteam = "dotenv://other.env"\n${SECRETS}`);
      const { status, stderr } = await world.run('tool add NEW --from team');
      expect({ status, stderr: `${stderr}` }).toEqual({ status: 1, stderr: expect.stringContaining('E0908') });
      const named = (hash: string) => world.run(`TOOL_EXPECT_HASH="${hash}" tool add --from team NEW`);
      expect(`${(await named('sha256:00')).stderr}`).toContain('E1306');
      expect((await named('$(tool plan --hash)')).status).toBe(0);
      await world.run('tool trust --yes && echo MORE=2 >> other.env');
      expect((await world.run('tool add MORE --from team')).status).toBe(0);
      await world.run('tool trust --revoke && echo LAST=2 >> other.env');
      expect((await world.run('tool add LAST --from ./other.env --expect-hash sha256:00')).status).toBe(1);
      expect((await world.run('tool add LAST --from ./other.env')).status).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'texts of a manifest neither act on the terminal nor hide',
    async () => {
      const command = String.raw`"id\n\u001b[2K\u202e# harmless"`;
      world.write(
        'manifest.toml',
        `${HEAD}[profiles.default]\nA = { description = "a", providers = ["null"], type = "command", generate = { command = ${command} } }\n`,
      );
      for (const form of ['', ' --check', ' --yes --format json']) {
        const { stdout } = await world.run(`tool trust${form}`);
        expect(`${stdout}`).not.toMatch(/\u001b|\u202e|id\n/u);
        expect(`${stdout}`).toContain('# harmless');
      }
    },
    PATIENCE_MS,
  );
});

test(
  'a session over lines is refused when it starts, and recorded',
  async () => {
    const world = resolverWorld(`${HEAD}${SECRETS}`, '');
    try {
      const config = join(world.project, '../home/.config/tool');
      mkdirSync(config, { recursive: true });
      writeFileSync(join(config, 'config.toml'), REQUIRED);
      const client = world.start();
      expect((await client.open()).error).toMatchObject({ data: { kind: 'permission_denied' } });
      await client.close();
      expect(world.records()).toMatchObject([{ action: 'check', outcome: 'error', error_kind: 'not_trusted' }]);
    } finally {
      world.remove();
    }
  },
  PATIENCE_MS,
);

describe('the library', () => {
  const world = libraryWorlds();

  test('is refused, and accepts the hash of the plan', async () => {
    const { manifest, folder } = world(
      '[profiles.default]\nA = { description = "a", default = "x", providers = ["dotenv:.env"] }\n',
    );
    const config = join(folder, '../home/.config/tool');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.toml'), REQUIRED);
    const kindOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: ToolError) => error.kind,
      );
    const call = () => builder().withPath(manifest);
    expect(await kindOf(call().load())).toBe('not_trusted');
    expect(await kindOf(call().report())).toBe('not_trusted');
    expect(await kindOf(call().open())).toBe('not_trusted');
    const { hash } = await compileManifest(manifest);
    expect((await call().withExpectedHash(hash).load()).fields()).toEqual({ A: 'x' });
  });
});
