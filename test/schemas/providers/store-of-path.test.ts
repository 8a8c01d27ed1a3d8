/** The store that a path stands for. */
import { expect, test } from '@jest/globals';
import { storeOfPath } from '#schemas/providers/other-names.js';

test.each(['.env', '.env.local', 'config/prod.env', './.env', '/etc/app.env'])('%s is a dotenv file', (path) =>
  expect(storeOfPath(path)).toBe(`dotenv://${path}`),
);
test.each(['env', 'vault', '.envrc', 'my.envelope', 'a b.env'])('%s is not', (name) =>
  expect(storeOfPath(name)).toBeNull(),
);
