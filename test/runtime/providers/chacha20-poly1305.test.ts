/** ChaCha20-Poly1305 as each runtime opens it: the same as by the library, and nothing that was changed. */
import { expect, test } from '@jest/globals';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import fc from 'fast-check';
import { openedChaCha } from '#runtime/providers/chacha20-poly1305.js';
import { tried } from '../../helpers/thoroughness.js';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test('what is sealed is opened; what was changed, cut or sealed with another key is not', async () => {
  const sizes = fc.uint8Array({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(bytes(32), bytes(12), sizes, fc.nat(), async (key, nonce, plain, at) => {
      const sealed = chacha20poly1305(key, nonce).encrypt(plain);
      expect(Buffer.from((await openedChaCha(key, nonce, sealed)) ?? [0, 0])).toEqual(Buffer.from(plain));
      const changed = sealed.with(at % sealed.length, (sealed[at % sealed.length] ?? 0) ^ 1);
      expect(await openedChaCha(key, nonce, changed)).toBeNull();
      expect(await openedChaCha(key, nonce, sealed.subarray(0, at % sealed.length))).toBeNull();
      expect(await openedChaCha(key.with(at % 32, (key[at % 32] ?? 0) ^ 1), nonce, sealed)).toBeNull();
    }),
    { numRuns: tried(500) },
  );
});
