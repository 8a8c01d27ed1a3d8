import { describe, expect, test } from '@jest/globals';
import { credentialName } from '#compiler/warnings/credential-names.js';

describe('names of credentials', () => {
  test.each([
    'PASSWORD',
    'DB_PASSWORD',
    'DB_PASSWORD_2',
    'apiKey',
    'stripeApiKey',
    'API_KEY',
    'PRIVATE_KEY',
    'GITHUB_TOKEN',
    'CLIENT_SECRET',
    'AWS_SECRET_ACCESS_KEY',
    'SSH_PRIVATE_KEY_OLD',
  ])('%s holds one', (name) => expect(credentialName(name)).toBe('holds'));

  test.each([
    'TOKEN_URL',
    'PASSWORD_FILE',
    'PASSWORD_MIN_LENGTH',
    'SECRET_NAME',
    'API_KEY_HEADER',
    'AWS_ACCESS_KEY_ID',
    'tokenTtl',
    'SECRET_2_PATH',
  ])('%s is about one', (name) => expect(credentialName(name)).toBe('about'));

  test.each([
    'TOKENIZER',
    'PASSWORDLESS',
    'SECRETARY',
    'KEY',
    'PUBLIC_KEY',
    'API_URL',
    'MONKEY',
    'DATABASE_URL',
    'ÄTOKEN',
    '',
  ])('%s is neither', (name) => expect(credentialName(name)).toBe('other'));
});
