/** What people have set in bash and zsh already, how they move, and what a shell must survive. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { once } from './come-and-go.mjs';
import { line, probe, SECRET } from './world.mjs';

const LATIN = Buffer.from(SECRET).toString('latin1');

/** Settings, and what the shell says of itself; each line on its own. */
export function settings(name, shell, world) {
  if (name !== 'bash' && name !== 'zsh') return {};
  const isBash = name === 'bash';
  const statuses = isBash ? '"$?" "${PIPESTATUS[*]}"' : '"$?" "${pipestatus[*]}"';
  const before = isBash
    ? `first() { seen_status=$?; }; PROMPT_COMMAND='first; : ;'; alias eval=false builtin=false; bind 'set enable-bracketed-paste off'`
    : `first() { seen_status=$?; }; precmd_functions=(first); alias eval=false builtin=false`;
  const histfile = world.at('history');
  const talk = once(() =>
    world.converse(
      name,
      shell,
      [
        line('set -u; IFS=:/'),
        line(isBash ? 'set -o noclobber' : 'setopt noclobber kshglob shwordsplit ksharrays'),
        line('export A_KEY=$(printf "earlier\\377\\n.") ; B_KEY=shell; typeset -i URL=7'),
        line('cd ../work/shop', '\\+4'),
        probe('in'),
        line(`false | true | false; printf 'status %s %s.\\n' ${statuses}`, 'status 1 1.0.1\\.'),
        line('false'),
        line(`printf 'seen %s.\\n' $seen_status`, 'seen 1\\.'),
        line('pushd sub >/dev/null'),
        probe('pushed'),
        line('popd >/dev/null; pushd ../../elsewhere > /dev/null', '-4'),
        line(
          `typeset -p A_KEY B_KEY URL | od -An -c | tr -d ' \\n'; echo .`,
          isBash ? 'declare-xA_KEY=\\$.?' : 'exportA_KEY=',
          '\\.',
        ),
        line('sleep 0.3 & popd > /dev/null', '\\+4'),
        probe('popped'),
        line('(cd /; probe subshell)', '=subshell='),
        line('set -e'),
        line('! true'),
        probe('errexit'),
        line('cd ../../elsewhere', '-4'),
        line(
          `set +e; trap 'echo "trap \${BASH_COMMAND-}\${ZSH_DEBUG_CMD-}"' DEBUG; ${isBash ? 'set -aT; ' : ''}${shell.traced}`,
        ),
        line('cd ../work/shop', '\\+4'),
        line('pushd ../../elsewhere > /dev/null', '-4'),
        line('set +xv; trap - DEBUG'),
        line(isBash ? 'echo "options $-."' : 'echo options', isBash ? 'options \\w*a\\w*T\\w*\\.' : 'options'),
        line(isBash ? 'set +aT' : ':'),
        probe('exported'),
        line('popd > /dev/null', '\\+4'),
        line(isBash ? 'history -a; history | grep -c [c]anary' : 'fc -l 1 | grep -c "[c]anary"', '\\n0'),
        line(`exec ${isBash ? 'child' : 'child'}`),
        probe('exec'),
        line('cd ../../elsewhere', '-4'),
        probe('exec-left'),
      ],
      { before, more: { HISTFILE: histfile } },
    ),
  );
  const probed = (label) => {
    talk();
    return world.probed(label);
  };
  return {
    'set -u, another IFS, aliases and noclobber change nothing': () => strictEqual(probed('in').A_KEY, LATIN),
    'the status of the last command and of its pipe stay, for the prompt commands that were there as well': () =>
      talk(),
    'pushd and popd leave and enter': () => {
      strictEqual(probed('pushed').A_KEY, LATIN);
      strictEqual(probed('popped').A_KEY, LATIN);
    },
    'earlier values come back with bytes that are no text, a line end, and their attributes': () => {
      const [, declared] =
        /(?:declare-x|export)A_KEY=(\$'.*?)(?:declare|typeset)/su.exec(talk().replaceAll(/\s/gu, '')) ?? [];
      match(declared ?? '', isBash ? /earlier\\377\\n\./u : /earlier\\M-\\C-\?\\n\./u);
      match(talk(), isBash ? /declare-iURL="7"/u : /typeset-iURL=7/u);
      match(talk(), isBash ? /declare--B_KEY="shell"/u : /typesetB_KEY=shell/u);
    },
    // zsh tells of a changed folder in a subshell as well.
    'a subshell keeps what it has, or leaves the folder by itself': () => {
      strictEqual(probed('subshell').A_KEY, isBash ? LATIN : 'earlier\xff\n.');
      strictEqual(probed('errexit').A_KEY, LATIN);
    },
    'set -e does not end the shell': () => ok(probed('errexit')),
    'no value is traced, given to a trap or kept in the history': () => {
      match(talk(), /trap (?:emulate|__tool_hook)/u);
      doesNotMatch(talk(), /canary|command not found/u);
      if (existsSync(histfile)) doesNotMatch(readFileSync(histfile, 'latin1'), /canary/u);
    },
    'with set -a, what was not exported is not exported afterwards, nor what the hook keeps': () =>
      deepStrictEqual(
        Object.keys(probed('exported')).filter((key) => key === 'B_KEY' || key.startsWith('__')),
        [],
      ),
    'exec of a shell inside the folder gives back what it was given': () => {
      strictEqual(probed('exec').A_KEY, LATIN);
      strictEqual(probed('exec-left').A_KEY, 'earlier\xff\n.');
      deepStrictEqual([probed('exec-left').B_KEY, probed('exec-left').URL], [undefined, undefined]);
    },
  };
}

/** Stores that hang, calls that are interrupted or killed, and what is left behind. */
export function trouble(name, shell, world) {
  const { at } = world;
  const hanging = `hang = "vault://127.0.0.1:PORT/secret?tls=false"`;
  const mixed = (port) => `[project]
name = "slow"
revision = "1.0"
require_reason = false
[providers]
${hanging.replace('PORT', port)}
[profiles.default]
B_KEY = { description = "b", providers = ["dotenv"] }
S_KEY = { description = "s", providers = ["hang"] }
`;
  const asked = at('asked');
  world.write(at('work/slow/manifest.toml'), mixed(silentPort(asked)));
  world.write(at('work/down/manifest.toml'), mixed(1));
  world.write(at('home/.config/tool/config.toml'), '[hook]\ntimeout_seconds = 8\n');
  for (const project of ['slow', 'down']) {
    world.write(at('work', project, '.env'), 'B_KEY=canary-b\n');
    world.call(['trust', '--yes'], { cwd: at('work', project) });
  }
  const talk = once(() =>
    world.converse(
      name,
      shell,
      [
        line('cd ../work/down', '\\+1 B_KEY; not loaded: S_KEY'),
        probe('down'),
        line('cd ../slow', '-1 B_KEY; nothing loaded: the stores did not answer within 8 s'),
        probe('slow'),
        line('cd ../down', '\\+1 B_KEY'),
        line('cd ../slow'),
        { appears: asked },
        { keys: '\x03' },
        line(''),
        probe('interrupted'),
        line('cd ../down', '\\+1 B_KEY'),
        probe('again'),
      ],
      { more: { VAULT_TOKEN: 'canary-token' } },
    ),
  );
  const probed = (label) => {
    talk();
    return world.probed(label);
  };
  return {
    'a store that fails takes only its own secrets': () => strictEqual(probed('down').B_KEY, 'canary-b'),
    'a prompt does not wait for a store that hangs': () => ok(!Object.hasOwn(probed('slow'), 'B_KEY')),
    'Ctrl-C gives up: what was there is gone, and nothing is tried again': () => {
      ok(!Object.hasOwn(probed('interrupted'), 'B_KEY'));
      strictEqual(probed('again').B_KEY, 'canary-b');
    },
    'no file holds a value': () => {
      talk();
      deepStrictEqual(
        ['canary-b', 'canary-token'].flatMap((value) => filesWith(at('home'), value)),
        [],
      );
    },
  };
}

/** A port of a program of its own, which accepts and never answers: the suite itself waits for the shell. The file `asked` is there while a connection is open. */
function silentPort(asked) {
  const script = `import os,selectors,socket,sys,time
server=socket.socket();server.bind(("127.0.0.1",0));server.listen(50);print(server.getsockname()[1],flush=True)
if os.fork(): sys.exit()
os.setsid()
for descriptor in range(3): os.close(descriptor)
waiting=selectors.DefaultSelector();waiting.register(server,selectors.EVENT_READ);opened=0;end=time.monotonic()+300
while time.monotonic()<end:
  for key,_ in waiting.select(1):
    if key.fileobj is server: waiting.register(server.accept()[0],selectors.EVENT_READ);opened+=1
    else:
      try: more=key.fileobj.recv(65536)
      except OSError: more=b""
      if not more: waiting.unregister(key.fileobj);key.fileobj.close();opened-=1
    if opened: open(sys.argv[1],"w").close()
    elif os.path.exists(sys.argv[1]): os.unlink(sys.argv[1])
`;
  return spawnSync('python3', ['-c', script, asked], { encoding: 'utf8' }).stdout.trim();
}

function filesWith(folder, text) {
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && readFileSync(path, 'latin1').includes(text));
}
