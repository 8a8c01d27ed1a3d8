/** The table to write instead of a `ref` that is a text. */
import { expect, test } from '@jest/globals';
import { coordinatesTable } from '#compiler/shape/coordinates-text.js';

const GUID = '8d9e8f1a-1111-4222-8333-944455566677';

test.each([
  [
    'op://T/I/one-time password?attribute=otp',
    '{ item = "I", field = "one-time password?attribute=otp", vault = "T" }',
  ],
  ['keeper://AbCdEfGhIjKlMnOpQr-_Uv/field/login', '{ item = "AbCdEfGhIjKlMnOpQr-_Uv", field = "login" }'],
  ['pass://web/shop.example', '{ item = "web/shop.example" }'],
  [GUID, `{ item = "${GUID}" }`],
  [`bw://${GUID}`, `{ item = "${GUID}" }`],
  [`passbolt://${GUID}`, `{ item = "${GUID}" }`],
  ['Payment service', '{ item = "Payment service" }'],
  ['postgres://me:canary@host/db', '{ item = "…" }'],
  ['op://me:canary@T/I/F', '{ item = "…" }'],
  [7, '{ item = "…" }'],
] as const)('%s', (written, table) => expect(coordinatesTable('ref', written)).toBe(`ref = ${table}`));
