/** A program that prints a token of another provider, which Google's programs run for a credential file, too. */
import { isAbsolute } from 'node:path';
import { cleaned } from '../../values/cleaned.js';
import { variableIn } from '../../values/environment.js';
import { endedWith } from '../bases/failure-table.js';
import type { Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type CredentialFields, fieldsIn, tableIn, textIn } from './credential-fields.js';
import type { SubjectToken, SubjectTokens } from './federation.js';
import { isSendable } from './token.js';

export interface SubjectProgram {
  readonly kind: 'program';
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** In which it may keep what it printed; empty: it does not. */
  readonly outputFile: string;
}

/** Null: the credential file names none. Whoever could write that file must not choose what runs, so the user has to allow it. */
export function programOf(fields: CredentialFields, { environment }: ProviderPorts): SubjectProgram | Failed | null {
  const executable = tableIn(tableIn(fields, 'credential_source'), 'executable');
  const command = textIn(executable, 'command');
  if (command === '') return null;
  if (variableIn(environment, 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES') !== '1')
    return failed(
      'unsupported',
      'the credential file names a program, which may run only if you allow it',
      'set `GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES` to `1` if you trust the file',
    );
  const words = wordsOf(command);
  const [name = ''] = words;
  // What a relative path means would depend on the working folder, which may be a checkout.
  if (name.includes('/') && !isAbsolute(name))
    return failed('unsupported', 'the credential file names a program by a relative path', 'write its whole path');
  const outputFile = textIn(executable, 'output_file');
  const [, account = ''] = /serviceAccounts\/([^/:]+):/.exec(textIn(fields, 'service_account_impersonation_url')) ?? [];
  const variables = {
    GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE: textIn(fields, 'audience'),
    GOOGLE_EXTERNAL_ACCOUNT_TOKEN_TYPE: textIn(fields, 'subject_token_type'),
    GOOGLE_EXTERNAL_ACCOUNT_INTERACTIVE: '0',
    ...(account !== '' && { GOOGLE_EXTERNAL_ACCOUNT_IMPERSONATED_EMAIL: account }),
    ...(outputFile !== '' && { GOOGLE_EXTERNAL_ACCOUNT_OUTPUT_FILE: outputFile }),
  };
  return { kind: 'program', words, variables, outputFile };
}

export function tokensFromProgram(program: SubjectProgram, ports: ProviderPorts): SubjectTokens {
  const { words, variables, outputFile } = program;
  const [name = '', ...args] = words;
  const shown = `\`${cleaned(name.split('/').at(-1) ?? '')}\`, which the credential file names,`;
  const failures = { rows: [{ kind: 'denied', detail: endedWith(shown) }] } as const;
  const install = 'the credential file names it';
  // Only the user knows what it needs.
  const vendor: Vendor = { name, install, credentials: 'all', variables, failures };
  return async (call) => {
    const kept = outputFile === '' ? null : await ports.files.read(outputFile).catch(() => null);
    const before = kept === null ? null : printedIn(kept);
    if (before?.kind === 'subject') return before;
    const done = await new VendorProgram(vendor, ports).output(args, call);
    if (done.kind === 'failed') return done;
    const printed = printedIn(done.stdout);
    if (printed?.kind === 'refused') return failed('denied', `${shown} gave no token: ${cleaned(printed.why)}`);
    return printed ?? failed('malformed', `${shown} did not print a valid token`);
  };
}

interface RefusedByProgram {
  readonly kind: 'refused';
  readonly why: string;
}

/** Version 1 of Google's format; null: it is another one, or the token has expired. */
function printedIn(output: Uint8Array): SubjectToken | RefusedByProgram | null {
  const printed = fieldsIn(output);
  if (printed === null || printed['version'] !== 1) return null;
  if (printed['success'] === false) return { kind: 'refused', why: textIn(printed, 'message') || 'it did not say why' };
  const text = printed[textIn(printed, 'token_type').endsWith(':saml2') ? 'saml_response' : 'id_token'];
  const { expiration_time: seconds = Number.POSITIVE_INFINITY } = printed;
  const isCurrent = typeof seconds === 'number' && Date.now() < seconds * 1000;
  return printed['success'] === true && isCurrent && isSendable(text) ? { kind: 'subject', text } : null;
}

/** Words are separated by blanks; double quotes keep them. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"]+|"[^"]*")+/g) ?? [];
  return words.map((word) => (/^".*"$/.test(word) ? word.slice(1, -1) : word));
}
