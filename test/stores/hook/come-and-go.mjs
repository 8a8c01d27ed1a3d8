/** What every shell does: secrets come and go, changes are noticed, and nothing is lost. */
import { deepStrictEqual, doesNotMatch, ok, strictEqual } from 'node:assert';
import { line, MANIFEST, probe, SECRET } from './world.mjs';

const LATIN = Buffer.from(SECRET).toString('latin1');
const KEYS = [
  'A_KEY',
  'B_KEY',
  'EMPTY_KEY',
  'URL',
  'A_FILE',
  '__TOOL_HOOK',
  '__TOOL_HOOK_LEFT',
  '__TOOL_HOOK_SEEN',
  'PS1',
];
const keysIn = (environment) =>
  Object.fromEntries(KEYS.flatMap((key) => (Object.hasOwn(environment, key) ? [[key, environment[key]]] : [])));

export function comeAndGo(name, shell, world) {
  const { at } = world;
  const shop = at('work/shop');
  const talk = once(() =>
    world.converse(
      name,
      shell,
      [
        line(shell.set('A_KEY', 'earlier')),
        line(shell.set('EMPTY_KEY', '')),
        ...(name === 'fish' ? [line('set -gx --path URL a b')] : []),
        probe('start'),
        line('cd ../work/shop', '\\+4 A_KEY B_KEY EMPTY_KEY URL; left to `tool run`: A_FILE PS1'),
        probe('inside'),
        line('cd sub'),
        probe('sub'),
        line('cd ..'),
        { write: [`${shop}/.env`, 'A_KEY=changed\nEMPTY_KEY=full\n'] },
        line('', '~4 A_KEY'),
        probe('changed'),
        {
          write: [
            `${shop}/manifest.toml`,
            MANIFEST(
              'shop',
              'N_KEY = { description = "n", default = "new" }',
              '[profiles.production]\n[scopes.web]\nsecrets = ["N_KEY"]\n',
            ),
          ],
        },
        line('', '\\+1 N_KEY; -4 A_KEY B_KEY EMPTY_KEY URL'),
        probe('manifest'),
        line('cd inner', '\\+1 B_KEY; -1 N_KEY'),
        probe('inner'),
        line('cd ../../../elsewhere', '-1 B_KEY'),
        probe('left'),
      ],
      {},
    ),
  );
  const probed = (label) => {
    talk();
    return keysIn(world.probed(label));
  };
  return {
    'secrets come with the folder, in the environment of programs': () => {
      const { __TOOL_HOOK: carried, ...values } = probed('inside');
      deepStrictEqual(values, { A_KEY: LATIN, B_KEY: 'canary-default', EMPTY_KEY: '', URL: `x:${LATIN}` });
      ok(!carried.includes('canary'), carried);
    },
    'they stay in folders below': () => deepStrictEqual(probed('sub'), probed('inside')),
    'a changed dotenv file is noticed at the next prompt': () => strictEqual(probed('changed').A_KEY, 'changed'),
    'a changed manifest is noticed at the next prompt': () => {
      strictEqual(world.probed('manifest').N_KEY, 'new');
      strictEqual(probed('manifest').A_KEY, 'earlier');
    },
    'an inner project takes the place of the outer one': () => {
      strictEqual(probed('inner').B_KEY, 'inner');
      ok(!Object.hasOwn(world.probed('inner'), 'N_KEY'));
    },
    'earlier values are back when the folder is left, empty ones and missing ones as well': () => {
      deepStrictEqual(probed('left'), probed('start'));
      deepStrictEqual(probed('left'), { A_KEY: 'earlier', EMPTY_KEY: '', ...(name === 'fish' && { URL: 'a:b' }) });
    },
    'no value is shown': () => doesNotMatch(talk(), /canary/u),
    'nothing is said where nothing changes': () => strictEqual(talk().match(/tool: [-+~]/gu)?.length, 5),
  };
}

export function permissions(name, shell, world) {
  const { at } = world;
  const talk = once(() =>
    world.converse(name, shell, [
      line('cd ../work/strange', 'not approved'),
      probe('strange'),
      line('', ''),
      probe('strange-again'),
      line('tool trust --yes', 'Approved', '\\+1 B_KEY'),
      probe('approved'),
      line(shell.set('TOOL_AGENT', '1')),
      line('cd ../agents', '-1 B_KEY; .*not approved'),
      line('tool trust --yes', 'agent'),
      line(shell.unset('TOOL_AGENT')),
      line('tool trust --yes', 'Approved', '\\+1 B_KEY'),
      line(shell.set('TOOL_AGENT', '1'), '-1 B_KEY; nothing loaded: .* reason'),
      probe('agent'),
      line(shell.set('TOOL_REASON', 'a test'), '\\+1 B_KEY'),
      probe('reason'),
      line('cd ../listed', '-1 B_KEY'),
      line(shell.unset('TOOL_AGENT')),
      line(shell.unset('TOOL_REASON')),
      line('tool trust --yes', 'Approved', '\\+2 A_KEY B_KEY'),
      probe('listed'),
      line(shell.set('TOOL_PROFILE', 'default'), '[+~]'),
      probe('profile'),
      line(shell.set('TOOL_SCOPE', 'web'), '-1 A_KEY'),
      probe('scope'),
      line('cd ../refused'),
      line('tool trust --yes', 'Approved'),
      probe('refused'),
    ]),
  );
  const two = `A_KEY = { description = "a", default = "one" }\nB_KEY = { description = "b", default = "two" }`;
  const more =
    '[profiles.staging]\nB_KEY = { description = "b", default = "three" }\n[scopes.web]\nsecrets = ["B_KEY"]\n';
  world.write(at('work/listed/manifest.toml'), MANIFEST('listed', two, more));
  world.write(at('work/refused/manifest.toml'), MANIFEST('refused', two));
  world.write(
    at('work/agents/manifest.toml'),
    MANIFEST('agents', 'B_KEY = { description = "b", default = "for agents" }').replace('require_reason = false\n', ''),
  );
  world.write(
    at('home/.config/tool/config.toml'),
    `[[hook.folders]]\npath = "${at('work')}"\n[[hook.folders]]\npath = "${at('work/listed')}"\nprofile = "staging"\n[[hook.folders]]\npath = "${at('work/refused')}"\nload = false\n`,
  );
  const probed = (label) => {
    talk();
    return world.probed(label);
  };
  return {
    'what is not approved is not loaded, and said once': () => {
      ok(!Object.hasOwn(probed('strange'), 'B_KEY'));
      strictEqual(
        talk()
          .split('Approved.')[0]
          .match(/tool: the manifest is not approved/gu).length,
        1,
      );
    },
    'an approval is noticed at the next prompt': () => strictEqual(probed('approved').B_KEY, 'canary-strange'),
    'an agent gets nothing without a reason': () => {
      ok(!Object.hasOwn(probed('agent'), 'B_KEY'));
      strictEqual(probed('reason').B_KEY, 'for agents');
    },
    'the user configuration names a profile for a folder, and variables win': () => {
      strictEqual(probed('listed').B_KEY, 'three');
      strictEqual(probed('profile').B_KEY, 'two');
      deepStrictEqual([probed('scope').A_KEY, probed('scope').B_KEY], [undefined, 'two']);
    },
    'it can refuse folders': () => ok(!Object.hasOwn(probed('refused'), 'B_KEY')),
  };
}

export function children(name, shell, world) {
  const talk = once(() =>
    world.converse(name, shell, [
      line(shell.set('A_KEY', 'earlier')),
      line('cd ../work/shop', '\\+4'),
      line('child'),
      probe('child'),
      line('cd ../../elsewhere', '-4'),
      probe('child-left'),
      line('exit'),
      probe('parent'),
      line('tool run -- probe run', '=run='),
    ]),
  );
  const probed = (label) => {
    talk();
    return keysIn(world.probed(label));
  };
  return {
    'a shell that is started inside gives back what it was given': () => {
      strictEqual(probed('child').A_KEY, LATIN);
      deepStrictEqual(probed('child-left'), { A_KEY: 'earlier' });
    },
    'the shell above is not changed by it': () => strictEqual(probed('parent').A_KEY, LATIN),
    'what `run` starts has the values for its own': () => {
      strictEqual(probed('run').A_KEY, LATIN);
      ok(!Object.hasOwn(probed('run'), '__TOOL_HOOK'));
    },
  };
}

export function once(make) {
  let made = null;
  return () => {
    const known = made;
    made ??= attempt(make);
    if (made.error !== undefined) throw known === null ? made.error : new Error('the dialogue failed, as above');
    return made.value;
  };
}

function attempt(make) {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}
