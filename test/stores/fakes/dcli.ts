/**
 * Dashlane's program `dcli`, which lists and never writes. File names are those of its source, github.com/Dashlane/dashlane-cli.
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export type DcliItem = Readonly<Record<string, string>>;
export interface DcliState {
  isSignedIn: boolean;
  isLocked: boolean;
  /** It has no command `secret`, and none for its state. */
  isOld: boolean;
  readonly keys: string[];
  readonly secret: DcliItem[];
  readonly note: DcliItem[];
  readonly password: DcliItem[];
  /** What its logger writes before a list. */
  warning: string;
}

/** An item as it is listed: every value is a text, and the id has braces (the vault's own spelling). */
export function dcliItem(id: string, title: string, fields: DcliItem): DcliItem {
  return { id: `{${id}}`, title, ...fields };
}

const PAYMENTS = dcliItem('0F1E2D3C-0000-4000-8000-000000000001', 'Payment service', {
  login: 'shop@payments.example',
  password: 'AAAA-BBBB',
  url: 'https://payments.example',
  otpSecret: 'JBSWY3DPEHPK3PXP',
});
const DATABASE = dcliItem('0F1E2D3C-0000-4000-8000-000000000002', 'tool/shop/default/DATABASE_PASSWORD', {
  content: 'correct-horse',
});

export const vendor: VendorFake<DcliState> = {
  program: 'dcli',
  empty: () => ({
    isSignedIn: true,
    isLocked: false,
    isOld: false,
    keys: [],
    secret: [DATABASE],
    note: [],
    password: [PAYMENTS],
    warning: '',
  }),
  variables: ['DASHLANE_SERVICE_DEVICE_KEYS', 'APPDATA', 'XDG_DATA_HOME', 'BW_SESSION'],
  run: ({ words, variable }, state) => {
    const [command = '', ...options] = words;
    const isKnown = ['note', 'password', ...(state.isOld ? [] : ['secret', 'status'])].includes(command);
    if (!isKnown) return { status: 1, stderr: `error: unknown command '${command}'\n` };
    if (command === 'status') return status(state);
    if (options.join(' ') !== '-o json') return { status: 1, stderr: `error: unknown option '${options[0]}'\n` };
    const problem = signInProblem(variable, state);
    if (problem !== null) return problem;
    const list = state[command as 'secret' | 'note' | 'password'];
    return { stdout: `${state.warning}${JSON.stringify(list, null, 4)}\n` };
  },
};

/** commands/status.ts: status 0 either way, and one line alone without a database. */
function status({ isSignedIn, isLocked }: DcliState): FakeEnd {
  if (!isSignedIn) return { stdout: 'Logged in: no\n' };
  return { stdout: `Logged in: yes\nLocked: ${isLocked ? 'yes' : 'no'}\n` };
}

function signInProblem(variable: Asked['variable'], { isSignedIn, isLocked, keys }: DcliState): FakeEnd | null {
  const given = variable('DASHLANE_SERVICE_DEVICE_KEYS');
  if (given === null)
    // inquirer, where it can ask nobody. The logger has colours (utils/logger.ts).
    return isSignedIn && !isLocked
      ? null
      : { status: 1, stderr: '\x1b[31merror: User force closed the prompt with 13 null\x1b[39m\n' };
  // utils/deviceCredentials.ts.
  if (!/^dls_\w+_\w+$/.test(given)) return { status: 1, stderr: 'Error: Device credentials has a wrong format\n' };
  // Its logger writes errors to standard output (utils/logger.ts).
  return keys.includes(given)
    ? null
    : { status: 1, stdout: '\x1b[31merror: The device credentials are invalid or have been revoked\x1b[39m\n' };
}
