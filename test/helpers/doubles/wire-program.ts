/** A program that serves the small service on its standard streams, and breaks rules as its argument says. */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { serveSession } from '#runtime/json-rpc/serve-session.js';
import { testService } from '../wire-session.js';

type Line = Readonly<Record<string, unknown>>;

const [, , how = 'plain'] = process.argv;
const service = testService();
const outputs = new PassThrough();
const error = (code: number, kind: string) => ({ code, message: kind, data: { kind, retryable: false } });
const ofId2 = ({ id }: Line) => id === 2;
const text = (line: Line) => `${JSON.stringify(line)}\n`;

/** What is written in place of a line of the service. */
const spoilt: Readonly<Record<string, (line: Line) => string | Buffer | null>> = {
  silent: () => null,
  'deaf to requests': (line) => (ofId2(line) ? null : text(line)),
  garbage: () => 'canary-garbage\n',
  'its own request': (line) =>
    text({ jsonrpc: '2.0', id: 1, method: 'x', params: {}, _meta: { deadline_unix_ms: 9e12 } }) + text(line),
  'a callback of nothing': (line) =>
    text({
      jsonrpc: '2.0',
      id: 1,
      method: 'client.question',
      params: {},
      _meta: { deadline_unix_ms: 9e12, parent_request_id: 99 },
    }) + text(line),
  'two answers': (line) => (ofId2(line) ? text(line) + text(line) : text(line)),
  'another id': (line) => text(ofId2(line) ? { ...line, id: 77 } : line),
  'another shape': (line) => text(ofId2(line) ? { ...line, result: { text: 1 } } : line),
  'more members': (line) => text(ofId2(line) ? { ...line, result: { text: 'a', newer: 1 } } : line),
  'a kind of another code': (line) =>
    text(ofId2(line) ? { jsonrpc: '2.0', id: 2, error: error(-32603, 'conflict') } : line),
  'an unknown kind': (line) =>
    text(ofId2(line) ? { jsonrpc: '2.0', id: 2, error: error(-32099, 'rate_limited') } : line),
  'higher limits': (line) => text(line).replace('"max_in_flight":2', '"max_in_flight":3'),
  'another version': (line) => text(line).replace('"version":1,', '"version":2,'),
  'a long line': (line) => (ofId2(line) ? `{"a":"${'x'.repeat(2_000_000)}"}\n` : text(line)),
  'not UTF-8': (line) => (ofId2(line) ? Buffer.from([0xff, 0x0a]) : text(line)),
  'half a line': (line) => {
    if (!ofId2(line)) return text(line);
    writeSync(1, text(line).slice(0, 10));
    process.exit(3);
  },
};

outputs.on('data', (chunk: Buffer) => {
  for (const line of String(chunk).split('\n').slice(0, -1)) {
    const written = how in spoilt ? spoilt[how]?.(JSON.parse(line)) : `${line}\n`;
    if (written === null || written === undefined) continue;
    if (how !== 'pieces') process.stdout.write(written);
    else
      for (let at = 0; at < Buffer.byteLength(written); at += 7)
        writeSync(1, Buffer.from(written).subarray(at, at + 7));
  }
});
if (how === 'noise') writeSync(2, `${'noise\n'.repeat(100_000)}the last word\n`);
if (how === 'ends') {
  process.stderr.write('cannot do it\n');
  process.exitCode = 3;
} else if (how === 'grandchild') {
  spawn('sleep', ['300'], { stdio: 'inherit' }).unref();
}
if (how === 'does not end') {
  setInterval(() => {}, 1_000);
  process.on('SIGTERM', () => {});
}
if (how !== 'ends') {
  const { ended } = serveSession({ input: process.stdin, output: outputs }, service);
  void ended.then(({ kind }) => {
    if (how !== 'does not end') process.exit(kind === 'fault' ? 1 : 0);
  });
}
