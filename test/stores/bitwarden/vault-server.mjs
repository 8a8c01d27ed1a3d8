/**
 * A double of Bitwarden's server, as far as the vault of one account goes: sign-in, sync, items, an organization with a collection. It
 * stores what it is sent, and refuses what the server refuses (github.com/bitwarden/server): values that are too long, and stale edits.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import { listening } from '../shared/loopback.mjs';
import { accountOf, encrypted, ITERATIONS } from './keys.mjs';

export const ACCOUNT = { email: 'me@tool.test', password: 'the master password' };
const LONGEST = 5000;

/** `requests`: what arrived; `vault`: what it holds; `fail`: an answer in place of all others, or null. */
export async function startVault(certificate) {
  const account = accountOf(ACCOUNT.email, ACCOUNT.password);
  const ids = { user: randomUUID(), organization: randomUUID(), collection: randomUUID() };
  const organizationKey = randomBytes(64);
  const vault = { ciphers: new Map(), requests: [], fail: null };
  const state = { account, ids, organizationKey, vault };
  const server = createServer({ cert: certificate.cert, key: certificate.key }, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const path = request.url.replace(/\?.*/, '');
    vault.requests.push(`${request.method} ${path}`);
    const { status = 200, json } = vault.fail ?? answer(state, `${request.method} ${path}`, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json ?? {}));
  });
  const { host, stop } = await listening(server);
  return { address: `https://${host}`, stop, ids, vault, account, organizationKey };
}

function answer(state, call, body) {
  const { account, vault } = state;
  const [, id] = /^PUT \/api\/ciphers\/([0-9a-f-]+)$/.exec(call) ?? [];
  if (id !== undefined) return edited(vault, id, JSON.parse(body));
  switch (call) {
    case 'POST /identity/accounts/prelogin/password':
      return { json: { kdfSettings: { kdfType: 0, iterations: ITERATIONS }, salt: account.email } };
    case 'POST /identity/connect/token':
      return token(state, new URLSearchParams(body));
    case 'GET /api/config':
      return { json: { version: '2026.9.0', gitHash: 'x', environment: {}, featureStates: {}, object: 'config' } };
    case 'POST /api/accounts/key-management/user-key-id':
      return { json: null };
    case 'GET /api/accounts/revision-date':
      return { json: Date.now() };
    case 'GET /api/sync':
      return { json: sync(state) };
    case 'POST /api/ciphers':
      return created(vault, JSON.parse(body), null);
    case 'POST /api/ciphers/create': {
      const { cipher, collectionIds } = JSON.parse(body);
      return created(vault, cipher, collectionIds);
    }
    default:
      return { status: 404, json: { message: `Resource not found: ${call}`, object: 'error' } };
  }
}

function token({ account, ids }, form) {
  const isOurs = form.get('username') === account.email && form.get('password') === account.hash;
  if (form.get('grant_type') === 'password' && !isOurs)
    return {
      status: 400,
      json: { error: 'invalid_grant', ErrorModel: { Message: 'Username or password is incorrect. Try again' } },
    };
  const part = (json) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const claims = {
    sub: ids.user,
    email: account.email,
    name: 'Me',
    premium: true,
    exp: 4_000_000_000,
    amr: ['Application'],
  };
  const kdf = { KdfType: 0, Iterations: ITERATIONS };
  const unlock = { Salt: account.email, Kdf: kdf, MasterKeyEncryptedUserKey: account.wrappedKey };
  const json = {
    access_token: `${part({ alg: 'none' })}.${part(claims)}.x`,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: 'refresh',
    Key: account.wrappedKey,
    PrivateKey: account.wrappedPrivateKey,
    AccountKeys: keysOf(account),
    Kdf: 0,
    KdfIterations: ITERATIONS,
    ForcePasswordReset: false,
    MasterPasswordPolicy: {},
    UserDecryptionOptions: { HasMasterPassword: true, MasterPasswordUnlock: unlock },
  };
  return { json };
}

function keysOf({ wrappedPrivateKey, publicKey }) {
  return { publicKeyEncryptionKeyPair: { wrappedPrivateKey, publicKey } };
}

function sync({ account, ids, organizationKey, vault }) {
  const organization = {
    ...NO_ABILITIES,
    id: ids.organization,
    name: 'Acme',
    key: account.share(organizationKey),
    status: 2,
    type: 0,
    enabled: true,
    permissions: NO_PERMISSIONS,
    seats: 10,
    maxCollections: 10,
    productTierType: 3,
    userId: ids.user,
    organizationUserId: ids.user,
    object: 'profileOrganization',
  };
  const profile = {
    id: ids.user,
    name: 'Me',
    email: account.email,
    emailVerified: true,
    premium: true,
    culture: 'en-US',
    twoFactorEnabled: false,
    key: account.wrappedKey,
    privateKey: account.wrappedPrivateKey,
    accountKeys: keysOf(account),
    securityStamp: 'stamp',
    creationDate: '2026-01-01T00:00:00Z',
    organizations: [organization],
    object: 'profile',
  };
  const collection = {
    id: ids.collection,
    organizationId: ids.organization,
    name: encrypted('Team', organizationKey),
    readOnly: false,
    manage: true,
    hidePasswords: false,
    object: 'collectionDetails',
  };
  const kdf = { KdfType: 0, Iterations: ITERATIONS };
  const unlock = { Salt: account.email, Kdf: kdf, MasterKeyEncryptedUserKey: account.wrappedKey };
  return {
    profile,
    folders: [],
    collections: [collection],
    ciphers: [...vault.ciphers.values()],
    domains: null,
    policies: [],
    sends: [],
    userDecryption: { masterPasswordUnlock: unlock },
    object: 'sync',
  };
}

/** The program insists on a boolean for each of them. */
const NO_ABILITIES = off(
  ...[
    'usePolicies',
    'useGroups',
    'useDirectory',
    'useEvents',
    'useTotp',
    'use2fa',
    'useApi',
    'useSso',
    'useOrganizationDomains',
  ],
  ...[
    'useKeyConnector',
    'useScim',
    'useCustomPermissions',
    'useResetPassword',
    'useSecretsManager',
    'usePasswordManager',
  ],
  ...[
    'useActivateAutofillPolicy',
    'useAutomaticUserConfirmation',
    'selfHost',
    'usersGetPremium',
    'hasPublicAndPrivateKeys',
  ],
  ...['ssoBound', 'resetPasswordEnrolled', 'familySponsorshipAvailable', 'keyConnectorEnabled', 'accessSecretsManager'],
  ...[
    'limitCollectionCreation',
    'limitCollectionDeletion',
    'limitItemDeletion',
    'allowAdminAccessToAllCollectionItems',
  ],
  ...[
    'userIsClaimedByOrganization',
    'useRiskInsights',
    'useAdminSponsoredFamilies',
    'useDisableSMAdsForUsers',
    'isAdminInitiated',
  ],
  ...['ssoEnabled', 'usePhishingBlocker', 'useMyItems', 'useInviteLinks', 'usePam', 'familySponsorshipToDelete'],
);
const NO_PERMISSIONS = off(
  ...[
    'accessEventLogs',
    'accessImportExport',
    'accessReports',
    'createNewCollections',
    'editAnyCollection',
    'deleteAnyCollection',
  ],
  ...['manageGroups', 'managePolicies', 'manageSso', 'manageUsers', 'manageResetPassword', 'manageScim'],
);

function off(...names) {
  return Object.fromEntries(names.map((name) => [name, false]));
}

function created(vault, cipher, collectionIds) {
  const made = { id: randomUUID(), creationDate: new Date().toISOString(), collectionIds: collectionIds ?? [] };
  return kept(vault, { ...cipher, ...made });
}

function edited(vault, id, cipher) {
  const held = vault.ciphers.get(id);
  if (held === undefined) return { status: 404, json: { message: 'Resource not found.', object: 'error' } };
  if (Math.abs(Date.parse(held.revisionDate) - Date.parse(cipher.lastKnownRevisionDate)) > 1000)
    return refused(
      'The cipher you are updating is out of date. Please save your work, sync your vault, and try again.',
    );
  return kept(vault, { ...held, ...cipher });
}

function kept(vault, cipher) {
  const long = [cipher.login?.password, ...(cipher.fields ?? []).map(({ value }) => value)].find(
    (text) => text?.length > LONGEST,
  );
  if (long !== undefined)
    return refused(`The field Password exceeds the maximum encrypted value length of ${LONGEST} characters.`);
  const now = { revisionDate: new Date().toISOString(), ...RIGHTS };
  const whole = { ...cipher, ...now };
  vault.ciphers.set(whole.id, whole);
  return { json: whole };
}

function refused(message) {
  return { status: 400, json: { message, validationErrors: null, object: 'error' } };
}

/** What the server says of each item. */
const RIGHTS = {
  edit: true,
  viewPassword: true,
  organizationUseTotp: true,
  attachments: null,
  permissions: { delete: true, restore: true },
  object: 'cipherDetails',
};

/** A login as the program would send it. */
export function sealedLogin(key, name, password, more = {}) {
  const sealed = (text) => (text === undefined ? null : encrypted(text, key));
  const { username, totp, fields = {} } = more;
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    type: 1,
    name: sealed(name),
    notes: null,
    favorite: false,
    reprompt: 0,
    organizationId: null,
    collectionIds: [],
    login: { username: sealed(username), password: sealed(password), totp: sealed(totp), uris: [] },
    fields: Object.entries(fields).map(([label, value]) => ({ type: 1, name: sealed(label), value: sealed(value) })),
    creationDate: now,
    revisionDate: now,
    ...RIGHTS,
  };
}
