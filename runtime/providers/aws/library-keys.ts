/** AWS's own library, asked for keys. It reads the variables, files and console of the process or the worker that it runs in. */
import type { AwsProfile } from './aws-profile.js';

/** What this uses of the library's types, which are those of a package of its own. */
export interface LibraryKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** A request as the library makes it. */
export interface LibraryRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface LibraryResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The library's way to servers. */
export interface LibraryHandler {
  readonly metadata: { readonly handlerProtocol: string };
  handle(request: LibraryRequest): Promise<{ readonly response: LibraryResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): object;
  destroy(): void;
}

export type AskedProfile = Pick<AwsProfile, 'name' | 'namedBy'>;

export async function libraryKeys(
  { name, namedBy }: AskedProfile,
  region: string,
  requestHandler: LibraryHandler,
): Promise<LibraryKeys> {
  // Without a region of its own the library asks the one of single sign-on; only where it has none, that of the store.
  const clientConfig = { requestHandler, maxAttempts: 1 };
  const options = { clientConfig, parentClientConfig: { region }, logger: SILENT };
  // A profile that is named, and nothing else: the rest of the chain could find keys of someone else.
  if (namedBy !== null) {
    const { fromIni } = await import('@aws-sdk/credential-provider-ini');
    return await fromIni({ ...options, profile: name })();
  }
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  return await defaultProvider(options)();
}

/** It would write to the terminal. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
