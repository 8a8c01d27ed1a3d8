/** Prompts of `config`: the defaults of a user, shown while they are typed, and credentials, hidden. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { textOf, type } from './world.mjs';

const { SIGINT } = constants.signals;

export function configuring({ command, converse, home, stored }) {
  const file = join(home, '.config/tool/config.toml');
  return {
    'the defaults of a user are asked for, and shown while they are typed': () => {
      const init = [...command, 'config', 'global', 'init'];
      const steps = [{ expect: 'Number, name or address: $' }, type('file\r'), { expect: 'Folder of the files: $' }];
      const { status, modesStay, hidden } = converse(
        [...steps, type('~/secrets\r'), { expect: 'Number or name: $' }, type('1\r')],
        init,
      );
      deepStrictEqual({ status, modesStay, hidden }, { status: 0, modesStay: true, hidden: [false, false, false] });
      strictEqual(readFileSync(file, 'utf8'), '[defaults]\nprovider = "file:~/secrets"\nprofile = "development"\n');
      strictEqual(converse([{ expect: 'address: $' }, type('\x03')], init).status, -SIGINT);
      rmSync(file);
    },
    'an answer that is not UTF-8 is asked for again': () => {
      const again = { expect: 'not UTF-8. Enter it again.\r\nFolder of the files: $' };
      const steps = [{ expect: 'Folder of the files: $' }, { send: 'caf\xe9\r' }, again, type('~/caf\r')];
      const { status } = converse(
        [{ expect: 'Number, name or address: $' }, type('file\r'), ...steps],
        [...command, 'config', 'global', 'init', '--profile', 'none'],
      );
      strictEqual(status, 0);
      strictEqual(readFileSync(file, 'utf8'), '[defaults]\nprovider = "file:~/caf"\n');
      rmSync(file);
    },
    'the credentials of an alias are asked for, hidden': () => {
      mkdirSync(dirname(file), { recursive: true });
      const alias =
        'v = { uri = "vault://h/m", credentials = { token = "dotenv:login.env", role_id = "dotenv:login.env" } }';
      writeFileSync(file, `[defaults.providers]\n${alias}\n`);
      const ask = (name) => ({ expect: `Enter ${name} for provider 'v' \\(source: dotenv:.*login.env\\): $` });
      const result = converse(
        [ask('role_id'), type('\r'), ask('token'), type('canary-token\r')],
        [...command, 'config', 'provider', 'login', 'v'],
      );
      const { status, modesStay, hidden } = result;
      deepStrictEqual({ status, modesStay, hidden }, { status: 0, modesStay: true, hidden: [true, true] });
      match(textOf(result), /✗ Skipped role_id \(empty\).*✓ stored token in dotenv:.*\/token\r?\n/su);
      doesNotMatch(textOf(result), /canary/u);
      strictEqual(stored('login.env'), 'token=canary-token\n');
      rmSync(file);
    },
  };
}
