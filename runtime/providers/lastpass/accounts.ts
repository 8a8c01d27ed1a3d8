/** What `lpass show --json` prints: accounts, as LastPass calls its items (providers-local 14 (6), 25.14 (8)). */
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { wholeList } from '../bases/whole-list.js';
import { type Failed, failed } from '../store-failure.js';

export interface Account {
  readonly id: string;
  readonly name: string;
  /** With its folder. */
  readonly fullName: string;
  readonly password: string;
}

export function accountsIn(stdout: Uint8Array): Accounts | Failed {
  const accounts = wholeList(jsonIn(withoutSigns(stdout)), accountOf);
  return accounts === null ? NO_ACCOUNTS : new Accounts(accounts);
}

/** What each name means: by id without regard to capitals, by name or full name with it. */
export class Accounts {
  readonly #named = new Map<string, Account[]>();
  readonly #byId = new Map<string, Account>();

  constructor(accounts: readonly Account[]) {
    // Each is printed once for every name that it was asked for by.
    for (const account of new Map(accounts.map((each) => [JSON.stringify(each), each])).values()) {
      if (account.id !== UNSENT) this.#byId.set(account.id.toLowerCase(), account);
      for (const name of new Set([account.name, account.fullName]))
        this.#named.set(name, [...(this.#named.get(name) ?? []), account]);
    }
  }

  of(name: string): readonly Account[] {
    const byId = this.#byId.get(name.toLowerCase());
    return [...new Set([...(byId === undefined ? [] : [byId]), ...(this.#named.get(name) ?? [])])];
  }
}

/** The id of all accounts that the server has not seen. */
const UNSENT = '0';

function accountOf(value: unknown): Account | null {
  const account = objectIn(value);
  const [number, name, fullName, password] = ['id', 'name', 'fullname', 'password'].map((key) => account?.[key]);
  const id = typeof number === 'number' ? `${number}` : number;
  const isWhole = typeof id === 'string' && typeof name === 'string' && typeof fullName === 'string';
  return isWhole && typeof password === 'string' ? { id, name, fullName, password } : null;
}

/**
 * Where a `char` of C has a sign, `lpass` takes bytes from 0x80 for control characters and prints `\uffffffc3` for them. It is never anything
 * else, because the backslash of a text is doubled.
 */
function withoutSigns(stdout: Uint8Array): Uint8Array {
  const bytes = Buffer.from(stdout).toString('latin1');
  if (!bytes.includes('\\uffffff')) return stdout;
  const plain = bytes.replaceAll(/\\(?:uffffff([0-9a-f]{2})|.)/gs, (found, byte: string | undefined) =>
    byte === undefined ? found : String.fromCharCode(Number.parseInt(byte, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

const NO_ACCOUNTS = failed('malformed', '`lpass` printed something that is not a list of items');
