/** The program `bws` as this store runs it (providers-local 20.5, 20.6, 25.20). */
import { bws } from '#schemas/providers/bws.js';
import type { FailureTable } from '../bases/failure-table.js';
import type { Secrets, Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

const INSTALL = 'install bws (https://bitwarden.com/help/secrets-manager-cli), or name it in `TOOL_BWS_CLI_PATH`';
/** A profile of its configuration would send the token to another server. */
const NO_PROFILE = { BWS_CONFIG_FILE: null, BWS_PROFILE: null, BWS_SERVER_URL: null };

export class SecretsManagerProgram {
  readonly #server: string;
  readonly #program: VendorProgram;

  /** `server`: its address, which is always named. */
  constructor(server: string, ports: ProviderPorts) {
    const vendor: Vendor = {
      name: 'bws',
      pathVariable: 'TOOL_BWS_CLI_PATH',
      install: INSTALL,
      credentials: bws.credentials,
      variables: NO_PROFILE,
      secrets: () => tokenFor(ports),
      failures: FAILURES,
    };
    this.#server = server;
    this.#program = new VendorProgram(vendor, ports);
  }

  /** All secrets of a project with their values, in JSON. */
  async secrets(project: string, call: Call): Promise<Uint8Array | Failed> {
    const words = ['--color', 'no', '--server-url', this.#server, 'secret', 'list', project, '--output', 'json'];
    const output = await this.#program.output(words, call);
    if (output.kind === 'failed') return output;
    // A project without secrets is `[]`; older versions print nothing if the token is of no organization, and succeed.
    return output.stdout.toString('utf8').trim() === '' ? NOTHING : output.stdout;
  }
}

/** Its form is checked here: the program says of a malformed one only what it tripped over. */
async function tokenFor(ports: ProviderPorts): Promise<Secrets | Failed> {
  const given = await ports.credential('access_token');
  const token = given === null ? '' : (given.revealText()?.trim() ?? '\0');
  if (token === '') return NO_TOKEN;
  if (!/^0\.[\w-]+\.[^\s.:]+:[A-Za-z0-9+/=_-]+$/i.test(token)) return MALFORMED;
  return { kind: 'secrets', variables: { BWS_ACCESS_TOKEN: token } };
}

const NEW_TOKEN = 'create an access token for the machine account, and store it with `tool config provider login`';
const NO_TOKEN = failed(
  'missing-credential',
  'there is no access token of a machine account',
  'bind `access_token` in the `credentials` of the alias, or set `BWS_ACCESS_TOKEN`',
);
const MALFORMED = failed(
  'missing-credential',
  'credential `access_token` is not an access token of Secrets Manager, `0.ID.SECRET:KEY`',
  NEW_TOKEN,
);
const NO_ORGANIZATION = 'the access token belongs to no organization';
const NOTHING = failed('denied', `\`bws secret list\` printed nothing: ${NO_ORGANIZATION}`, NEW_TOKEN);

const FAILURES: FailureTable = {
  message: causesOf,
  rows: [
    {
      says: /decryption key|is the wrong version|wrong number of parts|invalid identifier|invalid base64|decoding base64|not in a valid format/i,
      kind: 'missing-credential',
      detail: 'credential `access_token` is not a valid access token of Secrets Manager',
      help: NEW_TOKEN,
    },
    {
      says: /access_token_obj\.organization/,
      kind: 'denied',
      detail: NO_ORGANIZATION,
      help: NEW_TOKEN,
      concernsAll: true,
    },
    {
      says: /invalid_client|invalid_grant|(?:\[|HTTP |status )401|401 Unauthorized/i,
      kind: 'denied',
      help: 'the access token is revoked, expired or of another server: `bws://vault.bitwarden.eu@PROJECT_UUID` is the one in the EU',
      concernsAll: true,
    },
    {
      says: /(?:\[|HTTP |status )403|403 Forbidden/i,
      kind: 'denied',
      help: 'give the machine account access to the project',
      concernsAll: true,
    },
    {
      says: /(?:\[|HTTP |status )404|404 Not Found/i,
      kind: 'denied',
      detail: 'the project does not exist, or the machine account has no access to it',
      help: 'give the machine account access to the project',
      concernsAll: true,
    },
    {
      says: /(?:\[|HTTP |status )429|too many requests/i,
      kind: 'busy',
      help: 'try again in a minute',
      concernsAll: true,
    },
    {
      status: 2,
      says: /unexpected argument|unrecognized|invalid value/i,
      kind: 'unsupported',
      help: 'update `bws` to 1.0 or later',
      concernsAll: true,
    },
    { says: /timed? ?out/i, kind: 'timeout' },
    { says: /error sending request|dns error|connect|certificate|\[50[234]/i, kind: 'unreachable' },
  ],
};

/** Its errors are dumps with a log before them and a place in the source after them; numbered lines are what happened. */
function causesOf(errors: string): string {
  const causes = [...errors.matchAll(/^\s+\d+: (.*(?:\n(?!\s*(?:\d+:|$)).*)*)/gm)].map(([, cause = '']) =>
    cause.trim(),
  );
  return causes.length === 0 ? errors : causes.join(': ');
}
