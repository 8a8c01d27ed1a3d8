/** Conversations of an agent in which anything may be wrong: every call is answered, no answer has a value, and the server ends with its input. */
import fc from 'fast-check';
import { agentCalls } from '../../helpers/agent-calls.js';
import { leaksIn, shell, shopWith } from '../../helpers/mcp-world.js';
import { manifestTexts } from '../golden-texts.js';
import { must, target } from '../target.js';
import { anyText, damaged } from '../texts.js';

/** Nothing of it is a message. */
const broken = fc.constantFrom(
  ...['', '{', '[]', '[{}]', 'null', '"x"', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
  ...['{"jsonrpc":"2.0","id":"y","method":"nope"}', '{"jsonrpc":"2.0","id":"z","result":{}}', '\u0000', '\ud800'],
  ...['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'],
);
/** The text of the manifest may be any; it has no value of its own. */
const manifest = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.oneof(damaged(manifestTexts), anyText) },
);

export const agentMessages = target({
  name: 'mcp',
  // A conversation takes a hundred times as long as an input of another target.
  share: 0.05,
  inputs: fc.record({ manifest, broken: fc.array(broken, { maxLength: 3 }), calls: agentCalls }),
  judge: async ({ manifest: text, broken: lines, calls }) => {
    const world = shopWith({ quiet: shell('env'), asked: shell('env', ''), show: 'run = ["true"]' });
    try {
      if (text !== null) world.write('manifest.toml', text);
      const client = await world.open({ capabilities: { elicitation: {} } });
      for (const line of lines) client.raw(`${line}\n`);
      for (const { era, name, args, more } of calls) {
        const seen = await client.call(name, args, more, era);
        const asked = JSON.stringify([args, text]);
        const leaks = leaksIn(`${seen.text}${JSON.stringify(seen.data)}`).filter((value) => !asked.includes(value));
        must(leaks.length === 0, `${name} shows ${leaks.join(', ')}`);
      }
      must((await client.ask('ping')).error === undefined, 'a sound question has no answer after the others');
      await client.stop();
    } finally {
      world.remove();
    }
  },
});
