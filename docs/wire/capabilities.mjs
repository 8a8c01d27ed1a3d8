/** What the program says that it can do, in a session of its own: cases that need more are skipped. */
import { openingOf } from './opening.mjs';
import { makeFolder, Target } from './target.mjs';

const MANIFEST =
  '[project]\nname = "wire"\nrevision = "1.0"\n[profiles.default]\nA = { description = "A", default = "a" }\n';

/** `has(NEED)`: a method, or `no coordinate NAME`. */
export async function capabilitiesOf(target) {
  const folder = makeFolder({ 'manifest.toml': MANIFEST });
  const program = new Target(target, folder.path);
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'rpc.initialize',
    params: openingOf(target, folder.path),
    _meta: { deadline_unix_ms: Date.now() + target.patience },
  };
  program.sent(request);
  await program.write(`${JSON.stringify(request)}\n`, target.patience);
  const { message, problem } = await program.next(target.patience);
  await program.kill();
  folder.remove();
  const { methods = [], application } = message?.result ?? {};
  const coordinates = application?.provider?.supported_coordinates ?? [];
  return {
    problem: problem ?? (message.result === undefined ? JSON.stringify(message) : null),
    has: (need) =>
      methods.includes(need) || (need.startsWith('no coordinate ') && !coordinates.includes(need.slice(14))),
  };
}
