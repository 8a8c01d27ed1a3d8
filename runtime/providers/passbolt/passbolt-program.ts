/** The program `passbolt` (go-passbolt-cli) as this store runs it (providers-local 18.5, 18.6, 25.18). */
import { passbolt } from '#schemas/providers/passbolt.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { variableIn } from '../../values/environment.js';
import type { Secrets, Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import { localPath } from '../local-path.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { FAILURES, SOME_UNKNOWN } from './failures.js';
import { fieldsIn, type ListedResource, listedIn } from './resources.js';

const INSTALL =
  'install go-passbolt-cli (https://github.com/passbolt/go-passbolt-cli), or name it in `TOOL_PASSBOLT_CLI_PATH`';
/** It takes settings from variables of these names without a prefix, which mean something else to other programs (root.go, client.go). */
const UNPREFIXED = [
  ...[
    'DEBUG',
    'TIMEOUT',
    'WORKERS',
    'SERVERADDRESS',
    'USERPRIVATEKEY',
    'USERPRIVATEKEYFILE',
    'USERPASSWORD',
    'TLSSKIPVERIFY',
  ],
  ...['TLSCLIENTCERT', 'TLSCLIENTPRIVATEKEY', 'TLSCLIENTCERTFILE', 'TLSCLIENTPRIVATEKEYFILE', 'SERVERVERIFYTOKEN'],
  ...[
    'SERVERVERIFYENCTOKEN',
    'TOTPTOKEN',
    'TOTPOFFSET',
    'MFAMODE',
    'MFATOTPTOKEN',
    'MFATOTPOFFSET',
    'MFARETRYS',
    'MFADELAY',
  ],
];

export interface ResourceListing {
  readonly kind: 'listing';
  readonly resources: readonly ListedResource[];
  /** Whether it leaves out resources of kinds that the program does not know. */
  readonly isPartial: boolean;
}

export interface Got {
  readonly kind: 'got';
  readonly fields: ListedResource['fields'];
}

/** Where the server is, as an address or the environment says; empty: the program's own configuration does. */
export function serverOf({ query }: StoreUri, { environment }: ProviderPorts): string {
  return query.get('server') ?? variableIn(environment, 'TOOL_PASSBOLT_SERVER');
}

export class PassboltProgram {
  readonly #program: VendorProgram;
  readonly #folder: string | undefined;
  readonly #server: readonly string[];
  readonly #ports: ProviderPorts;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    const server = serverOf(uri, ports);
    this.#server = server === '' ? [] : ['--serverAddress', server];
    this.#folder = uri.query.get('folder');
    this.#ports = ports;
    const vendor: Vendor = {
      name: 'passbolt',
      pathVariable: 'TOOL_PASSBOLT_CLI_PATH',
      install: INSTALL,
      credentials: passbolt.credentials,
      variables: {
        ...Object.fromEntries(UNPREFIXED.map((name) => [name, null])),
        TOOL_PASSBOLT_PRIVATE_KEY: null,
        TOOL_PASSBOLT_PASSPHRASE: null,
      },
      secrets: () => this.#secrets(),
      failures: FAILURES,
    };
    this.#program = new VendorProgram(vendor, ports);
  }

  /** The resources of the folder, or all. `fields`: those that are decrypted, too; if one cannot be, none is, and this is null. */
  async list(fields: readonly string[], call: Call): Promise<ResourceListing | Failed | null> {
    const columns = ['id', 'name', ...fields].flatMap((name) => ['--column', name]);
    const folder = this.#folder === undefined ? [] : ['--folder', this.#folder];
    const words = await this.#words(['list', 'resource', '--json', ...columns, ...folder]);
    if ('failure' in words) return words;
    const end = await this.#program.run(words, call);
    const failure = end.kind === 'failed' ? null : this.#program.failureOf(end);
    // In which words it says that one cannot be decrypted differs: a failure that is not known for another one may be that.
    if (failure?.failure.kind === 'failed' && fields.length > 0) return null;
    const output = this.#program.outputOf(end);
    if (output.kind === 'failed') return output;
    const resources = listedIn(output.stdout);
    if ('failure' in resources) return resources;
    return { kind: 'listing', resources, isPartial: SOME_UNKNOWN.test(output.stderr) };
  }

  async get(id: string, call: Call): Promise<Got | { kind: 'absent' } | Failed> {
    const words = await this.#words(['get', 'resource', '--id', id, '--json']);
    if ('failure' in words) return words;
    const answer = await this.#program.entry(words, call);
    if (answer.kind !== 'output') return answer;
    const fields = fieldsIn(answer.stdout);
    return fields === null ? MALFORMED : { kind: 'got', fields };
  }

  /** Its own options come before the command. Of them, the file of a key comes from the credentials. */
  async #words(words: readonly string[]): Promise<readonly string[] | Failed> {
    const keyFile = await this.#keyFileOption();
    return 'failure' in keyFile ? keyFile : [...this.#server, ...keyFile, ...words];
  }

  async #keyFileOption(): Promise<readonly string[] | Failed> {
    const file = variableIn(this.#ports.environment, 'TOOL_PASSBOLT_PRIVATE_KEY_FILE');
    if (file === '' || (await this.#ports.credential('private_key', { bound: true })) !== null) return [];
    const path = localPath(file, this.#ports);
    return typeof path === 'string' ? ['--userPrivateKeyFile', path] : { kind: 'failed', failure: path.failure };
  }

  /** A key that is bound, else the file, else the variable, else the program's own configuration. */
  async #secrets(): Promise<Secrets | Failed> {
    const hasFile = variableIn(this.#ports.environment, 'TOOL_PASSBOLT_PRIVATE_KEY_FILE') !== '';
    const key = await this.#ports.credential('private_key', { bound: hasFile });
    const passphrase = await this.#ports.credential('passphrase');
    const texts = [key, passphrase].map((secret) => (secret === null ? null : (secret.revealText() ?? '')));
    if (texts.some((text) => text === '' || text?.includes('\0')))
      return failed('unsupported', 'credential `private_key` or `passphrase` is empty, or not text without NUL');
    const [USERPRIVATEKEY = null, USERPASSWORD = null] = texts;
    return { kind: 'secrets', variables: { USERPRIVATEKEY, USERPASSWORD } };
  }
}

const MALFORMED = failed('malformed', '`passbolt get resource` printed something that is not a resource');
