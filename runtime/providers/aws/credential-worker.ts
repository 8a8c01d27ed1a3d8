/** The program of the worker that `credential-library.ts` starts: variables and console are its own, and its requests are made by its parent. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../store-failure.js';
import { type AskedProfile, type LibraryRequest, type LibraryResponse, libraryKeys } from './library-keys.js';

/** What it is started with. */
export interface AskedOfWorker {
  readonly profile: AskedProfile;
  readonly region: string;
}

export type FromWorker =
  | { readonly kind: 'request'; readonly id: number; readonly request: LibraryRequest }
  | { readonly kind: 'keys'; readonly keys: Awaited<ReturnType<typeof libraryKeys>> }
  | { readonly kind: 'failed'; readonly message: string };

/** The answer to a request. */
export interface ToWorker {
  readonly id: number;
  /** Null: there is none. */
  readonly response: LibraryResponse | null;
}

const waiting = new Map<number, (response: LibraryResponse | null) => void>();
let count = 0;
const tell = (message: FromWorker) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, response }: ToWorker) => {
  waiting.get(id)?.(response);
  waiting.delete(id);
});

const { profile, region } = workerData as AskedOfWorker;
libraryKeys(profile, region, {
  metadata: { handlerProtocol: 'http/1.1' },
  async handle({ protocol, hostname, port, method, path, query, headers, body }) {
    const id = count++;
    const answered = new Promise<LibraryResponse | null>((resolve) => waiting.set(id, resolve));
    const rest = { ...(port !== undefined && { port }), ...(query && { query }), ...(body !== undefined && { body }) };
    tell({ kind: 'request', id, request: { protocol, hostname, method, path, headers, ...rest } });
    const response = await answered;
    if (response === null) throw new Error('the server of AWS did not answer');
    return { response };
  },
  updateHttpClientConfig() {},
  httpHandlerConfigs: () => ({}),
  destroy() {},
})
  .then(({ accessKeyId, secretAccessKey, sessionToken, expiration }) => {
    const rest = { ...(sessionToken && { sessionToken }), ...(expiration && { expiration }) };
    tell({ kind: 'keys', keys: { accessKeyId, secretAccessKey, ...rest } });
  })
  .catch((error: unknown) => tell({ kind: 'failed', message: messageOf(error) }));
