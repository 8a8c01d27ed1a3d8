/** What the warm path finds without an import. */
import { AbortController } from './abort.js';
import { Bytes } from './buffer.js';
import { host, STRICT } from './host.js';
import { clear, setImmediate, setInterval, setTimeout } from './loop.js';
import { process } from './process.js';

/** As it is used: fatal, and a mark at the beginning is kept. */
class TextDecoder {
  decode(bytes: Uint8Array): string {
    const text = host.decode(bytes, 0, bytes.length, STRICT);
    if (text === null) throw new TypeError('not UTF-8');
    return text;
  }
}

Object.assign(globalThis, {
  Bun: {},
  Buffer: Bytes,
  AbortController,
  TextDecoder,
  process,
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
});
