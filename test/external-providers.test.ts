/** External providers through the commands: wherever a store can be named, and what a broken one cannot do (semantics 16). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { install, oddUri, recorded, SHELF, SHELF_IN_PYTHON } from './helpers/external-providers.js';
import { type CliWorld, openCli } from './helpers/run-cli.js';

const PATIENCE_MS = 60_000;
let world: CliWorld;
beforeEach(() => {
  world = openCli();
});
afterEach(() => world.remove());

const HEAD = '[project]\nname = "shop"\nrevision = "1.0"\nrequire_reason = false\n';
const secret = (name: string, more = '') => `${name} = { description = "One"${more} }\n`;
const manifest = (providers: string, secrets: string, more = '') =>
  `${HEAD}\n[defaults]\nproviders = [${providers}]\n\n${more}\n[profiles.default]\n${secrets}`;

/** Both streams, and the status. */
async function tool(line: string): Promise<{ readonly out: string; readonly err: string; readonly status: number }> {
  const { stdout, stderr, status } = await world.run(line);
  expect(`${stdout}${stderr}`).not.toContain('canary-of');
  return { out: stdout.toString(), err: stderr.toString(), status };
}

/** The output of a command that succeeds. */
async function printed(line: string): Promise<string> {
  const { out, err, status } = await tool(line);
  expect({ line, status, err: status === 0 ? '' : err }).toEqual({ line, status: 0, err: '' });
  return out;
}

const logged = () => {
  const lines = readFileSync(join(world.home, '.local/state/tool/audit.log'), 'utf8').trim().split('\n');
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
};

describe.each([
  ['Node', SHELF],
  ['Python', SHELF_IN_PYTHON],
])('the example for %s', (_, program) => {
  beforeEach(() => {
    install(world.home, { scheme: 'shelf', program });
  });

  test(
    'is a store',
    async () => {
      world.write(
        'manifest.toml',
        manifest('"shelf:store.json"', secret('A') + secret('B', ', ref = { item = "b", field = "f" }')),
      );
      expect((await tool('tool check')).status).toBe(1);
      await printed('printf first | tool set A');
      await printed('printf "zw\\303\\266lf" | tool set B');
      expect(await printed(`tool run -- sh -c 'printf "%s %s" "$A" "$B"'`)).toBe('first zwölf');
      expect(await printed('tool get B')).toBe('zwölf');
      await printed('tool delete A');
      expect((await tool('tool get A')).status).not.toBe(0);
      expect(await printed('tool get B')).toBe('zwölf');
    },
    PATIENCE_MS,
  );

  test(
    'is a link of a chain, and keeps what is generated',
    async () => {
      world.write('.env', 'A=from-dotenv\n');
      world.write(
        'manifest.toml',
        manifest(
          '"shelf:store.json", "dotenv://.env"',
          secret('A') + secret('G', ', type = "password", generate = true'),
        ),
      );
      const first = await printed(`tool run -- sh -c 'printf "%s %s" "$A" "$G"'`);
      expect(first).toMatch(/^from-dotenv .+$/u);
      expect(await printed(`tool run -- sh -c 'printf "%s %s" "$A" "$G"'`)).toBe(first);
    },
    PATIENCE_MS,
  );

  test(
    'is a cache',
    async () => {
      const alias =
        '[providers]\nfast = { fallback = ["dotenv://.env"], cache = { provider = "shelf:cache.json", max_age = "1h" } }\n';
      world.write('.env', 'A=old\n');
      world.write('manifest.toml', manifest('"fast"', secret('A'), alias));
      expect(await printed('tool get A')).toBe('old');
      world.write('.env', 'A=new\n');
      expect(await printed('tool get A')).toBe('old');
      await printed('tool cache clear');
      expect(await printed('tool get A')).toBe('new');
    },
    PATIENCE_MS,
  );

  test(
    'is source and target of import',
    async () => {
      world.write('.env', 'A=one\nB=two\n');
      world.write('manifest.toml', manifest('"shelf:store.json"', secret('A') + secret('B')));
      await printed('tool import dotenv://.env');
      expect(await printed('tool get B')).toBe('two');
      world.write('.env', '');
      world.write('manifest.toml', manifest('"dotenv://.env"', secret('A') + secret('B')));
      await printed('tool import shelf:store.json --delete-source');
      expect(readFileSync(join(world.work, '.env'), 'utf8')).toContain('B=two');
      expect(readFileSync(join(world.work, 'store.json'), 'utf8')).not.toContain('two');
    },
    PATIENCE_MS,
  );

  test(
    'is not moved onto itself, whatever its address',
    async () => {
      world.write('manifest.toml', manifest('"shelf:store.json"', secret('A')));
      await printed('printf one | tool set A');
      const moved = await tool(`tool import 'shelf://${world.work}/store.json' --delete-source`);
      expect(moved.status).toBe(1);
      expect(moved.err).toContain('E1126');
      expect(await printed('tool get A')).toBe('one');
    },
    PATIENCE_MS,
  );

  test(
    'gives its names to a manifest, and is the default of a user',
    async () => {
      await printed('tool config global init --provider shelf:store.json --profile none');
      world.write('manifest.toml', `${HEAD}\n[profiles.default]\n${secret('A')}`);
      await printed('printf one | tool set A');
      expect(await printed('tool get A')).toBe('one');
      await printed('mkdir other');
      await printed(`cd other && tool init --from 'shelf://${world.work}/store.json' --project shop`);
      expect(readFileSync(join(world.work, 'other/manifest.toml'), 'utf8')).toMatch(/^A = /mu);
    },
    PATIENCE_MS,
  );
});

describe('credentials', () => {
  test(
    'come from the alias, and are given when they are asked for',
    async () => {
      install(world.home, { scheme: 'shelf', program: SHELF });
      const alias = `[providers]\nlocked = { uri = "shelf:store.json?locked=yes", credentials = { password = "dotenv://.env" } }\n`;
      world.write('.env', 'password=canary-that-opens\n');
      world.write('manifest.toml', manifest('"locked"', secret('A'), alias));
      await printed('printf one | tool set A');
      expect(await printed('tool get A')).toBe('one');
      expect(logged().map(({ command, key, outcome }) => [command, key, outcome])).toContainEqual([
        'credential',
        'password',
        'found',
      ]);
      world.write('.env', 'password=canary-that-does-not\n');
      const wrong = await tool('tool get A');
      expect([wrong.status, wrong.err.includes('E1102'), wrong.err.includes('canary')]).toEqual([1, true, false]);
      expect(logged().at(-1)).toMatchObject({ action: 'get', outcome: 'error', error_kind: 'permission_denied' });
      world.write('.env', '');
      expect((await tool('tool get A')).err).toContain('E1112');
    },
    PATIENCE_MS,
  );
});

describe('the process', () => {
  const log = () => join(world.temporary, 'log');
  const odd = (way = '') => world.write('manifest.toml', manifest(`"${oddUri(way, log())}"`, secret('A')));
  beforeEach(() => {
    install(world.home);
  });

  test(
    'has ended, with all that it started, before the command starts',
    async () => {
      odd('leaves a child');
      const line = `tool run -- sh -c 'kill -0 -- "-$(sed -n "s/.*started\\":\\([0-9]*\\).*/\\1/p" "${log()}")" 2>/dev/null && echo there || echo "$A"'`;
      expect(await printed(line)).toBe('value-of-A\n');
    },
    PATIENCE_MS,
  );

  test(
    'is not started by what contacts no store',
    async () => {
      odd();
      for (const command of [
        'lint',
        'plan',
        'plan --hash',
        'schema',
        'types',
        'explain E0804',
        'get --help',
        'config provider list',
      ])
        await printed(`tool ${command}`);
      expect(existsSync(log())).toBe(false);
    },
    PATIENCE_MS,
  );

  test(
    'is started once for a command, and asked once for all',
    async () => {
      world.write('manifest.toml', manifest(`"${oddUri('', log())}"`, secret('A') + secret('B') + secret('C')));
      await printed('tool run -- true');
      expect(recorded(log()).flatMap(({ method }) => method ?? [])).toEqual([
        'rpc.initialize',
        'provider.get_many',
        'rpc.shutdown',
      ]);
    },
    PATIENCE_MS,
  );

  test.each([
    'dies',
    'fails',
    'refuses',
    'leaves out a member',
    'dies at the start',
    'refuses the start',
    'claims keyring',
  ])(
    'that %s is an error that no default hides, and nothing that it says is shown',
    async (way) => {
      world.write('manifest.toml', manifest(`"${oddUri(way, log())}"`, secret('A', ', default = "weak"')));
      const { status, out, err } = await tool('tool run -- true');
      expect([status, out]).toEqual([1, '']);
      expect(err).toMatch(/error\[E11\d\d\]/u);
    },
    PATIENCE_MS,
  );

  test(
    'that keeps nothing makes generated values last for one command',
    async () => {
      const uri = oddUri('keeps nothing', log());
      world.write('manifest.toml', manifest(`"${uri}"`, secret('ABSENT', ', type = "password", generate = true')));
      const { status, err } = await tool('tool run -- true');
      expect([status, err]).toEqual([0, expect.stringContaining('for this run only')]);
    },
    PATIENCE_MS,
  );
});

describe('names', () => {
  test('without a claim say where it would be', async () => {
    world.write('manifest.toml', manifest('"acme://store"', secret('A')));
    const claim = join(world.home, '.config/tool/providers.d/acme.tool.json');
    expect((await tool('tool get A')).err).toContain(`its claim would be \`${claim}\``);
    expect((await tool('tool get A -p acme')).err).toContain(claim);
    expect((await tool('tool lint')).out).toContain('~/.config/tool/providers.d/acme.tool.json');
  });

  test('of built-in providers are never claimed', async () => {
    install(world.home, { scheme: 'dotenv', program: SHELF });
    world.write('.env', 'A=one\n');
    world.write('manifest.toml', manifest('"dotenv://.env"', secret('A')));
    expect(await printed('tool get A')).toBe('one');
    expect(await printed('tool config provider list')).toContain('(not used: `dotenv` is built in)');
  });

  test(
    'with one are known, until it is removed',
    async () => {
      world.write('manifest.toml', manifest('"shelf:store.json", "dotenv://.env"', secret('A')));
      world.write('.env', 'A=one\n');
      expect((await tool('tool lint')).out).toContain('W0605');
      const { claim } = install(world.home, { scheme: 'shelf', program: SHELF });
      expect((await tool('tool lint')).out).not.toContain('W0605');
      expect(await printed('tool run -- sh -c \'printf %s "$A"\'')).toBe('one');
      expect(await printed('tool config provider list')).toContain('shelf = ');
      await printed(`rm '${claim}'`);
      expect((await tool('tool run -- true')).err).toContain('E0804');
    },
    PATIENCE_MS,
  );
});
