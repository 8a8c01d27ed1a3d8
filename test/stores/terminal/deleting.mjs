/** The confirmation of `delete --all`. */
import { match, strictEqual } from 'node:assert';
import { textOf, type } from './world.mjs';

export function deleting({ command, converse }) {
  function answered(keys, status, shown) {
    const question = { expect: 'Delete \\d+ values? \\(profile: default\\)\\? \\[y/N\\] $' };
    const words = [...command, 'delete', '--all', '--provider', 'dotenv:deleted.env'];
    const result = converse([question, type(keys)], words);
    strictEqual(result.status, status);
    match(textOf(result), shown);
  }

  return {
    'delete --all: a yes deletes': () => answered('y\r', 0, /Deleted 0 secret values; \d+ already absent/u),
    'delete --all: anything else cancels': () => {
      answered('\r', 0, /Cancelled\./u);
      answered('n\r', 0, /Cancelled\./u);
    },
  };
}
