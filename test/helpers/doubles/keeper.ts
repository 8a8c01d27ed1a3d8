/**
 * Keeper Secrets Manager with one application, which sees some folders and records: the encryption is real (keeper.ts and nodePlatform.ts of
 * its library, 17.5.0), so a client that gets a key wrong reads nothing.
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto';
import type { FakeRequest, FakeResponse } from '../fake-http.js';

export interface KeptRecord {
  readonly uid: string;
  /** Null: shared by itself. */
  readonly folder: string | null;
  readonly key: Buffer;
  data: { title: string; [name: string]: unknown };
  revision: number;
  /** It cannot be decrypted with the key that is sent along. */
  isBroken?: true;
  isReadOnly?: true;
}

/** The keys of its server, of one application and of one device. Generated once: a server and its configurations fit. */
const SERVER = createECDH('prime256v1');
SERVER.generateKeys();
const OWNER = createECDH('prime256v1');
OWNER.generateKeys();
const APP_KEY = randomBytes(32);
const DEVICE = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const CLIENT_KEY = randomBytes(32);
export const CLIENT_ID = createHmac('sha512', CLIENT_KEY).update('KEEPER_SECRETS_MANAGER_CLIENT_ID').digest('base64');
/** A one-time token of a device that is not bound yet. */
const TOKEN_KEY = randomBytes(32);
const TOKEN_ID = createHmac('sha512', TOKEN_KEY).update('KEEPER_SECRETS_MANAGER_CLIENT_ID').digest('base64');

/** What a device that is bound has. `host`: of the server, with its port. */
export function configurationFor(host: string): Readonly<Record<string, string>> {
  return {
    hostname: host,
    clientId: CLIENT_ID,
    privateKey: DEVICE.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    appKey: APP_KEY.toString('base64'),
    appOwnerPublicKey: OWNER.getPublicKey('base64'),
    serverPublicKeyId: '99',
    serverPublicKey: SERVER.getPublicKey('base64url'),
  };
}

/** It names no port: the library splits a token at colons. */
export function tokenFor(host: string): string {
  return `${host}:${TOKEN_KEY.toString('base64url')}`;
}

export class FakeKeeper {
  readonly records: KeptRecord[] = [];
  readonly folders = new Map<string, Buffer>();
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** Answers in the place of the next ones. */
  readonly next: FakeResponse[] = [];
  readonly #devices = new Map<string, KeyObject>([[CLIENT_ID, DEVICE.publicKey]]);
  #made = 0;

  addFolder(uid: string): this {
    this.folders.set(uid, randomBytes(32));
    return this;
  }

  /** A record as another client made it. */
  put(folder: string | null, data: KeptRecord['data'], more: Partial<KeptRecord> = {}): KeptRecord {
    const uid = `RECORD${String(this.#made++).padStart(16, '0')}`;
    const record = { uid, folder, key: randomBytes(32), data, revision: 1, ...more };
    this.records.push(record);
    return record;
  }

  /** The device is removed from the application. */
  removeDevices(): void {
    this.#devices.clear();
  }

  state(): unknown {
    return this.records.map(({ uid, data, revision }) => ({ uid, data, revision }));
  }

  answer({ path, headers, bytes = new Uint8Array() }: FakeRequest): FakeResponse {
    const command = path.slice(path.lastIndexOf('/') + 1);
    this.asked.push(command);
    const instead = this.next.shift();
    if (instead !== undefined) return instead;
    if (headers['publickeyid'] !== '99') return refused(400, 'key', { key_id: 99 });
    const wrapped = Buffer.from(headers['transmissionkey'] ?? '', 'base64');
    const key = unwrapped(wrapped);
    const payload = JSON.parse(opened(Buffer.from(bytes), key).toString('utf8'));
    const device = this.#device(payload);
    if (device === null) return refused(403, 'access_denied', { message: 'Unable to validate application access' });
    const signature = Buffer.from((headers['authorization'] ?? '').replace('Signature ', ''), 'base64');
    if (!verify('SHA256', Buffer.concat([wrapped, bytes]), device, signature))
      return refused(403, 'access_denied', { message: 'Signature is invalid' });
    const done = this.#done(command, payload);
    return 'status' in done ? done : { status: 200, body: sealed(Buffer.from(JSON.stringify(done)), key) };
  }

  /** A device that sends its public key with the token's id is bound. */
  #device({ clientId, publicKey }: { clientId: string; publicKey?: string }): KeyObject | null {
    if (publicKey !== undefined && clientId === TOKEN_ID && !this.#devices.has(clientId))
      this.#devices.set(clientId, publicKeyOf(Buffer.from(publicKey, 'base64')));
    return this.#devices.get(clientId) ?? null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: what a client sends.
  #done(command: string, payload: any): FakeResponse | object {
    switch (command) {
      case 'get_secret':
        return { ...this.#seen(), ...(payload.publicKey === undefined ? {} : bound()) };
      case 'create_secret': {
        const folder = this.folders.get(payload.folderUid);
        if (folder === undefined) return refused(403, 'access_denied', { message: 'no such folder' });
        const key = opened(Buffer.from(payload.folderKey, 'base64'), folder);
        this.put(payload.folderUid, JSON.parse(opened(Buffer.from(payload.data, 'base64url'), key).toString()), {
          uid: payload.recordUid,
          key,
        });
        return {};
      }
      case 'update_secret': {
        const record = this.records.find(({ uid }) => uid === payload.recordUid);
        if (record === undefined || record.isReadOnly)
          return refused(403, 'access_denied', { message: 'not editable' });
        // What Keeper answers to an old revision is not known.
        if (record.revision !== payload.revision)
          return refused(409, 'invalid_revision', { message: 'not the newest' });
        record.data = JSON.parse(opened(Buffer.from(payload.data, 'base64url'), record.key).toString());
        record.revision++;
        return {};
      }
      default:
        return this.#deleted(payload.recordUids);
    }
  }

  #deleted(uids: readonly string[]): object {
    const records = uids.map((recordUid) => {
      const at = this.records.findIndex(({ uid }) => uid === recordUid);
      if (at < 0 || this.records[at]?.isReadOnly)
        return { recordUid, responseCode: 'access_denied', errorMessage: 'no' };
      this.records.splice(at, 1);
      return { recordUid, responseCode: 'ok', errorMessage: '' };
    });
    return { records, folders: [] };
  }

  #seen(): object {
    const of = (folder: string | null, wrapping: Buffer) =>
      this.records.filter((record) => record.folder === folder).map((record) => sent(record, wrapping));
    const folders = [...this.folders].map(([folderUid, key]) => ({
      folderUid,
      folderKey: sealed(key, APP_KEY).toString('base64'),
      records: of(folderUid, key),
    }));
    return { folders, records: of(null, APP_KEY), expiresOn: 0, warnings: [] };
  }
}

function bound(): object {
  return {
    encryptedAppKey: sealed(APP_KEY, TOKEN_KEY).toString('base64'),
    appOwnerPublicKey: OWNER.getPublicKey('base64'),
  };
}

function sent({ uid, key, data, revision, isBroken }: KeptRecord, wrapping: Buffer): object {
  return {
    recordUid: uid,
    recordKey: sealed(key, isBroken ? randomBytes(32) : wrapping).toString('base64'),
    data: sealed(Buffer.from(JSON.stringify(data)), key).toString('base64'),
    revision,
    isEditable: true,
  };
}

/** The answer of an error is not encrypted. */
function refused(status: number, error: string, more: object): FakeResponse {
  return { status, body: { error, ...more } };
}

function unwrapped(wrapped: Buffer): Buffer {
  const shared = SERVER.computeSecret(wrapped.subarray(0, 65));
  return opened(wrapped.subarray(65), createHash('sha256').update(shared).digest());
}

function sealed(data: Buffer, key: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function opened(data: Buffer, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, 12));
  decipher.setAuthTag(data.subarray(-16));
  return Buffer.concat([decipher.update(data.subarray(12, -16)), decipher.final()]);
}

/** The public key of the 65 bytes of a point. */
function publicKeyOf(point: Buffer): KeyObject {
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
}
