/** A key that has to be unlocked: its program for passphrases is not started at a prompt, and its secrets come once it is open. */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { once } from './come-and-go.mjs';
import { line, MANIFEST, probe } from './world.mjs';

const PINENTRY = (log) => `#!/bin/sh
echo shown >> '${log}'
echo OK
while read line; do case $line in GETPIN) echo 'D passphrase'; echo OK ;; BYE) echo OK; exit ;; *) echo OK ;; esac; done
`;

export function locked(name, shell, world) {
  if (name !== 'bash' || spawnSync('gpg', ['--version']).status !== 0) return {};
  const { at } = world;
  const log = at('shown');
  const more = { GNUPGHOME: at('gpg'), PASSWORD_STORE_DIR: at('store') };
  const gpg = (...words) =>
    spawnSync('gpg', ['--batch', '--quiet', '--trust-model', 'always', ...words], {
      env: { ...world.env, ...more },
      input: 'canary-locked',
    });
  const talk = once(() => {
    mkdirSync(at('gpg'), { mode: 0o700 });
    world.write(at('pinentry'), PINENTRY(log), 0o755);
    world.write(at('gpg/gpg-agent.conf'), `pinentry-program ${at('pinentry')}\n`);
    gpg(
      '--pinentry-mode',
      'loopback',
      '--passphrase',
      'passphrase',
      '--quick-gen-key',
      'a@example.com',
      'future-default',
      'default',
      'never',
    );
    world.write(at('store/.gpg-id'), 'a@example.com\n');
    mkdirSync(at('store/tool/locked/default'), { recursive: true });
    gpg('-e', '-r', 'a@example.com', '-o', at('store/tool/locked/default/P_KEY.gpg'));
    end(more, world);
    const secrets =
      'P_KEY = { description = "p", providers = ["pass"] }\nB_KEY = { description = "b", default = "open" }';
    world.write(at('work/locked/manifest.toml'), MANIFEST('locked', secrets));
    world.call(['trust', '--yes'], { cwd: at('work/locked'), more });
    try {
      return world.converse(
        name,
        shell,
        [
          line('cd ../work/locked', '\\+1 B_KEY; not loaded: P_KEY'),
          probe('closed'),
          line(`ls '${log}' || echo 'not  asked'`, 'not  asked'),
          line('tool get P_KEY > ../got; cd ../../elsewhere', '-1 B_KEY'),
          line('cd ../work/locked', '\\+2 B_KEY P_KEY'),
          probe('open'),
        ],
        { more },
      );
    } finally {
      end(more, world);
    }
  });
  return {
    'a key that is locked stays locked, and nobody is asked for its passphrase': () => {
      talk();
      strictEqual(world.probed('closed').P_KEY, undefined);
    },
    'what is open is read': () => {
      talk();
      strictEqual(existsSync(log), true);
      strictEqual(world.probed('open').P_KEY, 'canary-locked');
    },
  };
}

/** Ends the agent of this home alone. */
function end(more, { env }) {
  spawnSync('gpgconf', ['--kill', 'gpg-agent'], { env: { ...env, ...more } });
}
