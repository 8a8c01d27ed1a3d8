/** Where the token of another provider comes from: a file, a server or a program, as the credential file says. */
import { decodeUtf8 } from '../../values/utf8.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';
import { type CredentialFields, fieldsIn, tableIn, textIn } from './credential-fields.js';
import type { SubjectToken, SubjectTokens } from './federation.js';
import { tokensFromAws } from './subject-aws.js';
import { programOf, tokensFromProgram } from './subject-program.js';
import { isSendable, TokenServer } from './token.js';

export function subjectTokens(fields: CredentialFields, ports: ProviderPorts): SubjectTokens | Failed {
  const source = tableIn(fields, 'credential_source');
  const format = tableIn(source, 'format');
  const member = textIn(format, 'type') === 'json' ? textIn(format, 'subject_token_field_name') : null;
  if (textIn(source, 'file') !== '') return fromFile(textIn(source, 'file'), member, ports);
  if (textIn(source, 'environment_id') !== '') return tokensFromAws(fields, ports);
  if (textIn(source, 'url') !== '') return fromServer(source, member, ports);
  const program = programOf(fields, ports);
  if (program !== null) return 'failure' in program ? program : tokensFromProgram(program, ports);
  return failed(
    'unsupported',
    'the `credential_source` of the credential file names no file, no address and no program',
  );
}

/** Others replace it while this process runs, so that it is read each time. */
function fromFile(path: string, member: string | null, { files }: ProviderPorts): SubjectTokens {
  const shown = 'the file of the token that the credential file names';
  return async () => {
    try {
      const bytes = await files.read(path);
      if (bytes === null) return failed('missing-credential', `${shown} does not exist`);
      return subjectIn(decodeUtf8(bytes) ?? '', member) ?? failed('unsupported', `${shown} holds no token`);
    } catch (error) {
      return failedFile(error, shown);
    }
  };
}

/** It may be a service of the machine, without TLS. */
function fromServer(source: CredentialFields, member: string | null, ports: ProviderPorts): SubjectTokens | Failed {
  const address = textIn(source, 'url');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    return failed('unsupported', 'the `url` of the `credential_source` is not an address for HTTP');
  const headers = headersIn(source);
  const secrets = Object.values(headers).flatMap((header) => header.split(' ').slice(-1));
  return async (call) => {
    const server = new TokenServer('the server of the token that the credential file names', url, ports, secrets);
    const reply = await server.ask({ method: 'GET', headers }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return server.failureOf(reply, 'check the `credential_source` of the credential file');
    const text = typeof reply.body === 'undefined' ? reply.text : JSON.stringify(reply.body);
    return subjectIn(text, member) ?? server.malformed(reply);
  };
}

function headersIn(source: CredentialFields): Readonly<Record<string, string>> {
  const pairs = Object.entries(tableIn(source, 'headers'));
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => isHeader(pair[1])));
}

function isHeader(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value);
}

/** `member`: of the JSON that has the token; null: it is all there is. */
function subjectIn(content: string, member: string | null): SubjectToken | null {
  const text = member === null ? content.trim() : fieldsIn(content)?.[member];
  return isSendable(text) ? { kind: 'subject', text } : null;
}
