/** How requests show who sends them: tokens, sessions with a limit, signatures (providers-cloud 2.4, 2.5). */
import type { HttpHeaders, HttpRequest } from '../../http/http.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export interface SignIn {
  readonly kind: 'signed-in';
  readonly headers: HttpHeaders;
  /** Headers for one request, complete as it is sent, such as a signature over it. */
  readonly sign?: (request: HttpRequest) => HttpHeaders | Promise<HttpHeaders>;
  /** How many requests it is valid for, and until when (milliseconds); Infinity without a limit. */
  readonly uses: number;
  readonly until: number;
  /** A token from outside cannot be renewed. */
  readonly isRenewable: boolean;
}

/** A sign-in that is valid until the server says otherwise. */
export function lastingSignIn(headers: HttpHeaders): SignIn {
  const forever = Number.POSITIVE_INFINITY;
  return { kind: 'signed-in', headers, uses: forever, until: forever, isRenewable: false };
}

/** A credential as a token for a header. Throws a CredentialFault if there is none. */
export async function tokenFrom(ports: ProviderPorts, name: string): Promise<string | Failed> {
  return tokenOfCredential(name, await ports.credential(name, { required: true }));
}

/** A credential as a token for a header; null: there is none. */
export function tokenOfCredential(name: string, value: SecretValue | null): string | Failed {
  const text = textOfCredential(name, value);
  return typeof text === 'string' ? tokenOf(name, text) : text;
}

/** A credential as text, without the newline at the end of a file; null: there is none. */
export function textOfCredential(name: string, value: SecretValue | null): string | Failed {
  const text = value === null ? '' : value.revealText()?.trim();
  if (text === undefined) return failed('unsupported', `credential \`${name}\` is not UTF-8 text`);
  return text === '' ? failed('missing-credential', `credential \`${name}\` is empty`) : text;
}

export function tokenOf(name: string, text: string): string | Failed {
  if (text === '') return failed('missing-credential', `credential \`${name}\` is empty`);
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  return failed('unsupported', `credential \`${name}\` contains characters that are not valid in a token`);
}

/** A sign-in and what is left of it. */
export class SignInSession {
  readonly kind = 'session';
  readonly signIn: SignIn;
  usesLeft: number;

  constructor(signIn: SignIn) {
    this.signIn = signIn;
    this.usesLeft = signIn.uses;
  }

  isGood(): boolean {
    return this.usesLeft > 0 && Date.now() < this.signIn.until;
  }
}
