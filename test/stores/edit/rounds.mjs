/** What is in the way, and what a person then does about it on a terminal. */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilGone } from './editors.mjs';
import { NEW, OLD } from './world.mjs';

const keys = (text) => ({ keys: text });
const NOW = { expect: 'What now\\?.*:' };

export function rounds(makeWorld) {
  return {
    'a mistake is edited again': () => {
      const world = makeWorld();
      const editor = script(
        world,
        `if grep -q '=$' "$1"; then sed -i s/^TOKEN=/TOKEN=${NEW}/ "$1"; else sed -i s/${OLD}// "$1"; fi`,
      );
      const { status } = world.type(
        [{ expect: 'E1618' }, NOW, keys('x\r'), NOW, keys('e\r'), { expect: 'saved' }],
        editor,
      );
      strictEqual(status, 0);
      match(world.env(), new RegExp(NEW, 'u'));
      world.expectNothingLeft();
    },
    'a mistake is given up': () => {
      const world = makeWorld();
      const { status } = world.type(
        [{ expect: 'E1615' }, NOW, keys('q\r'), { expect: 'Nothing was stored' }],
        'sed -i s/^TOKEN=/TOKEN/',
      );
      strictEqual(status, 1);
      match(world.env(), new RegExp(OLD, 'u'));
      world.expectNothingLeft();
    },
    'Ctrl-C at the question removes everything': () => {
      const world = makeWorld();
      const { status } = world.type([{ expect: 'E1615' }, NOW, keys('\x03')], 'sed -i s/^TOKEN=/TOKEN/');
      strictEqual(status, -2);
      world.expectNothingLeft();
    },
    'what another program has stored is replaced if that is wanted': () => {
      const world = makeWorld();
      const steps = [{ expect: 'E1620' }, NOW, keys('r\r'), { expect: 'saved' }];
      strictEqual(world.type(steps, competing(world)).status, 0);
      match(world.env(), new RegExp(NEW, 'u'));
      world.expectNothingLeft();
    },
    'what another program has stored stays if that is not wanted': () => {
      const world = makeWorld();
      const { shown, status } = world.type([{ expect: 'E1620' }, NOW, keys('q\r')], competing(world));
      strictEqual(status, 1);
      doesNotMatch(shown, /theirs|canary-after/u);
      match(world.env(), /TOKEN=theirs/u);
      world.expectNothingLeft();
    },
    'an editor that ends at once is noticed': () => {
      const world = makeWorld();
      const { status } = world.type([{ expect: 'W1611' }], 'true');
      strictEqual(status, 0);
    },
    'Ctrl-C is for the editor': () => {
      const world = makeWorld();
      const editor = script(
        world,
        `trap 'echo caught' INT; echo ready; while ! grep -q x ../go 2>/dev/null; do sleep 0.1; done; sed -i s/${OLD}/${NEW}/ "$1"`,
      );
      const steps = [
        { expect: 'ready' },
        keys('\x03'),
        { expect: 'caught' },
        { sh: 'echo x > ../go' },
        { expect: 'saved' },
      ];
      strictEqual(world.type(steps, editor).status, 0);
      match(world.env(), new RegExp(NEW, 'u'));
      world.expectNothingLeft();
    },
    'an editor that does not end by SIGTERM is killed, and what it starts, too': () => {
      const world = makeWorld();
      const editor = script(world, `trap '' TERM; echo ready; while :; do sleep 0.1; done # "$1"`);
      const { status } = world.type(
        [{ expect: 'ready' }, { signal: 'SIGTERM' }, { sh: untilGone(world) }],
        `${editor} && true`,
      );
      strictEqual(status, -15);
      world.expectNothingLeft();
    },
    'what a killed tool and its guard have left is removed by the next one': () => {
      const world = makeWorld();
      const editor = script(world, 'echo ready; while :; do sleep 0.1; done # "$1"');
      const steps = [{ expect: 'ready' }, { sh: killGuard(world) }, { signal: 'SIGKILL' }];
      strictEqual(world.type(steps, editor).status, -9);
      strictEqual(world.folders().filter((path) => path.includes('tool-session')).length, 1);
      strictEqual(world.run(['edit'], 'true').status, 0);
      world.expectNothingLeft();
    },
    'standard input that is no terminal asks nothing': () => {
      const world = makeWorld();
      const { status, stderr } = world.run(['edit'], 'sed -i s/^TOKEN=/TOKEN/');
      strictEqual(status, 1);
      match(stderr, /E1615/u);
      doesNotMatch(stderr, /What now|canary/u);
      world.expectNothingLeft();
    },
    'an agent that gives no reason gets no value': () => {
      const world = makeWorld();
      const path = join(world.work, 'manifest.toml');
      const manifest = world.manifest().replace('require_reason = false\n', '');
      writeFileSync(path, manifest);
      const { status, stderr } = world.run(['edit'], 'cat', { TOOL_AGENT: '1' });
      strictEqual(status, 1);
      doesNotMatch(stderr, /canary/u);
      const reasoned = world.run(['edit', '--reason', 'rotation'], `sed -i s/${OLD}/${NEW}/`, { TOOL_AGENT: '1' });
      strictEqual(reasoned.status, 0);
      match(world.env(), new RegExp(NEW, 'u'));
    },
  };
}

/** A program that gets the file as its argument. */
function script(world, body) {
  const path = join(world.work, '..', 'editor.sh');
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

function competing(world) {
  const tool = world.command.map((word) => `'${word}'`).join(' ');
  return script(world, `sed -i s/${OLD}/${NEW}/ "$1"\n${tool} set TOKEN theirs`);
}

/** The guard has the folder as its last word. */
function killGuard({ runtime }) {
  const isGuard = `tr '\\0\\n' '  ' < $one/cmdline | grep -q 'rm -rf -- .*${runtime}/[t]ool-session'`;
  return `for one in /proc/[0-9]*; do if ${isGuard}; then kill -9 "\${one#/proc/}"; fi; done; true`;
}
