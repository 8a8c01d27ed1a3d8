/** Keeper Secrets Manager through the vendor's library, over the requests of this tool (providers-local 16.6, 25.16). */
import { setTimeout as wait } from 'node:timers/promises';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { HttpClient } from '../../http/http.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failedFile } from '../store-failure.js';
import { FileFault } from '../../files/files.js';
import { configurationOf } from './configuration.js';
import { failureOf, throttled, transportFault } from './failures.js';
import { type KeeperRecord, type SecretManagerOptions, withLibrary } from './library.js';

/** All that the application can see. */
export interface Seen {
  readonly records: readonly KeeperRecord[];
  /** What could not be decrypted, and is in no other part: an entry that is not found may be among it. */
  readonly skipped: readonly string[];
}

export interface Vault {
  /** One request; what is changed afterwards is encrypted with keys that come with it. */
  see(): Promise<Seen>;
  /** These are null if they succeeded. */
  update(record: KeeperRecord): Promise<Failed | null>;
  create(folderUid: string, data: unknown): Promise<Failed | null>;
  delete(recordUid: string): Promise<Failed | null>;
}

/** Throttling ends after ten seconds without a request; the library waits 11 seconds, then 22, and so on. A chain is not held up for longer. */
const MOST_WAITED_MS = 30_000;

export class SecretsManager {
  readonly #uri: StoreUri;
  readonly #ports: ProviderPorts;
  #clients = new Map<string, Promise<HttpClient>>();

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.#uri = uri;
    this.#ports = ports;
  }

  /** What `work` throws is the failure of all of it. */
  async use<T>(call: Call, work: (vault: Vault) => Promise<T>): Promise<T | Failed> {
    const configuration = await configurationOf(this.#uri, this.#ports);
    if (configuration.kind === 'failed') return configuration;
    const classified = (error: unknown) =>
      failureOf(error, [...textsIn(configuration.members), configuration.token ?? '']);
    const done = async (change: () => Promise<unknown>) => {
      try {
        await change();
        return null;
      } catch (error) {
        return classified(error);
      }
    };
    try {
      return await withLibrary(async (library, printed) => {
        const storage = library.inMemoryStorage(configuration.members);
        if (configuration.token !== null) await library.initializeStorage(storage, configuration.token);
        // Before the first request: with it a token is used up.
        await configuration.save();
        const options = this.#options(storage, call);
        const answer = await work({
          see: async () => {
            const { records } = await library.getSecrets(options);
            await configuration.save();
            return { records, skipped: printed.filter((line) => line.includes('skipped due to error')) };
          },
          update: (record) => done(() => library.updateSecret(options, record)),
          create: (folderUid, data) => done(() => library.createSecret(options, folderUid, data)),
          delete: (uid) => done(async () => refusalIn(await library.deleteSecret(options, [uid]))),
        });
        await configuration.save();
        return answer;
      });
    } catch (error) {
      return error instanceof FileFault ? failedFile(error, 'the configuration of Keeper') : classified(error);
    }
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) (await client).close();
    this.#clients.clear();
  }

  #options(storage: SecretManagerOptions['storage'], { signal }: Call): SecretManagerOptions {
    let waited = 0;
    return {
      storage,
      throttleSleep: async (milliseconds) => {
        waited += milliseconds;
        if (waited > MOST_WAITED_MS) throw throttled();
        await wait(milliseconds, undefined, { signal }).catch(() => {
          throw transportFault({ kind: 'failed', why: 'cancelled', detail: 'the call was given up' });
        });
      },
      queryFunction: async (url, transmissionKey, { payload, signature }) => {
        const { origin, pathname } = new URL(url);
        const client = await this.#client(origin);
        const outcome = await client.request(
          {
            method: 'POST',
            path: pathname,
            headers: {
              'Content-Type': 'application/octet-stream',
              PublicKeyId: `${transmissionKey.publicKeyId}`,
              TransmissionKey: Buffer.from(transmissionKey.encryptedKey).toString('base64'),
              Authorization: `Signature ${Buffer.from(signature).toString('base64')}`,
            },
            body: payload,
            isRepeatable: pathname.endsWith('/get_secret'),
          },
          signal,
        );
        if (outcome.kind === 'failed') throw transportFault(outcome);
        const said = `Keeper answered with status ${outcome.status}`;
        if (outcome.kind === 'redirect') throw transportFault({ kind: 'failed', why: 'malformed', detail: said });
        if (outcome.status === 429) throw throttled();
        // Of a proxy or a balancer on the way, or of a server that fell before it could answer in its own form.
        const isOfKeeper = outcome.status < 502 && objectIn(jsonIn(outcome.body)) !== null;
        if (outcome.status >= 500 && !isOfKeeper)
          throw transportFault({ kind: 'failed', why: 'unreachable', detail: said });
        return { statusCode: outcome.status, headers: outcome.headers, data: outcome.body };
      },
    };
  }

  #client(origin: string): Promise<HttpClient> {
    const client = this.#clients.get(origin) ?? this.#ports.http({ origin });
    this.#clients.set(origin, client);
    return client;
  }
}

function textsIn(members: object): readonly string[] {
  return Object.values(members).filter((member) => typeof member === 'string');
}

/** A record that is not deleted is one of an answer that is no error. */
function refusalIn({
  records,
}: {
  readonly records?: readonly { responseCode?: string; errorMessage?: string }[];
}): void {
  const refused = records?.find(({ responseCode = 'ok' }) => responseCode !== 'ok');
  if (refused !== undefined)
    throw new Error(JSON.stringify({ error: refused.responseCode, message: refused.errorMessage }));
}
