import { expect, test } from '@jest/globals';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { faultWords } from '#schemas/stores/judge.js';
import { judgeSpec } from '#schemas/stores/judge-spec.js';
import { coordinatesText, pastedReference } from '#schemas/addresses/pasted-reference.js';

const PROTON = 'AbCdEfGhIjKlMnOpQrStUvAbCdEfGhIjKlMnOpQrStUvAbCdEfGhIjKlMnOpQrStUvAbCdEfGh-_KlMnOp==';
const GUID = '8d9e8f1a-1111-4222-8333-944455566677';
const UID = 'AbCdEfGhIjKlMnOpQr-_Uv';

test.each([
  ['op://Team/Shop/password', '{ item = "Shop", field = "password", vault = "Team" }', 'onepassword://Team'],
  [
    'op://Team/Payment service/Live/api key',
    '{ item = "Payment service", field = "api key", vault = "Team", section = "Live" }',
    'onepassword://Team',
  ],
  ['op://My%20Team/Shop/p', '{ item = "Shop", field = "p", vault = "My Team" }', 'onepassword://My%20Team'],
  [
    'op://T/I/one-time password?attribute=otp',
    '{ item = "I", field = "one-time password?attribute=otp", vault = "T" }',
    'onepassword://T',
  ],
  [
    'op://T/I/private key?ssh-format=openssh',
    '{ item = "I", field = "private key?ssh-format=openssh", vault = "T" }',
    'onepassword://T',
  ],
  ['op://T/I/p?x=canary', '{ item = "I", field = "p", vault = "T" }', 'onepassword://T'],
  [
    'onepassword://me@Team/Shop/password',
    '{ item = "Shop", field = "password", vault = "Team" }',
    'onepassword://me@Team',
  ],
  ['onepassword+token://Team/Shop', '{ item = "Shop", vault = "Team" }', 'onepassword+token://Team'],
  [
    'https://start.1password.com/open/i?a=ACC&v=vlt1&i=itm1&h=my.1password.com',
    '{ item = "itm1", vault = "vlt1" }',
    'onepassword://vlt1',
  ],
  [`keeper://${UID}/field/password`, `{ item = "${UID}", field = "password" }`, null],
  [`keeper://${UID}/custom_field/PIN\\/2[0][x]`, `{ item = "${UID}", field = "PIN/2" }`, null],
  [`${UID}/field/login`, `{ item = "${UID}", field = "login" }`, null],
  [`keeper://${UID}/notes`, `{ item = "${UID}", field = "notes" }`, null],
  [`keeper://${UID}/field`, `{ item = "${UID}" }`, null],
  [`pass://${PROTON}/${PROTON}/password`, '{ item = "TITLE OF THE ITEM" }', 'protonpass://VAULT'],
  ['dl://ABC-1/otp', '{ item = "ABC-1", field = "otp" }', 'dashlane'],
  [`https://vault.bitwarden.com/#/vault?organizationId=x&itemId=${GUID}`, `{ item = "${GUID}" }`, null],
  [`https://passbolt.example/app/passwords/view/${GUID}`, `{ item = "${GUID}" }`, null],
] as const)('%s', (text, table, store) => {
  const pasted = pastedReference(text);
  expect(pasted && [coordinatesText(pasted.ref), pasted.store]).toEqual([table, store]);
});

test.each(['pass://web/shop.example', 'op://Team', 'op://me:canary@Team/Shop/x', GUID, 'web/field/x', 'a b', ''])(
  '%j is none',
  (text) => expect(pastedReference(text)).toBeNull(),
);

test.each([
  [
    'op://Team/Shop/one-time password?attribute=otp',
    'a store is `onepassword://Team`; to name one entry of it, write `ref = { item = "Shop", field = "one-time password?attribute=otp", vault = "Team" }` on the secret',
  ],
  [
    'onepassword://Team/Shop/password',
    'a store is `onepassword://Team`; to name one entry of it, write `ref = { item = "Shop", field = "password", vault = "Team" }` on the secret',
  ],
  [
    `keeper://${UID}/field/login`,
    `name the store without it; to name one entry of it, write \`ref = { item = "${UID}", field = "login" }\` on the secret`,
  ],
  [
    `pass://${PROTON}/${PROTON}/password`,
    'a store is `protonpass://VAULT`; to name one entry of it, write `ref = { item = "TITLE OF THE ITEM" }` on the secret',
  ],
  [
    'dl://ID/password',
    'a store is `dashlane`; to name one entry of it, write `ref = { item = "ID", field = "password" }` on the secret',
  ],
])('as a store: %s', (written, help) => {
  const [fault] = judgeSpec(written).faults;
  expect(fault && faultWords(fault).help).toBe(help);
  // Messages as a whole are cleaned of what might be a credential.
  expect(withoutCredentials(help)).toBe(help);
});

test('what might be a credential is not repeated', () => {
  for (const written of [
    'onepassword+token://ops_canary@Team/Shop/x',
    'onepassword://me:canary@Team/Shop/x',
    'op://me:canary@T/I/F',
  ])
    for (const fault of judgeSpec(written).faults) expect(faultWords(fault).help ?? '').not.toContain('canary');
});
