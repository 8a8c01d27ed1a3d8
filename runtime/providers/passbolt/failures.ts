/** What the program `passbolt` says when it fails, always with status 1 (providers-local 18.6, 21, 25.18; util/client.go, cmd/root.go). */
import type { FailureTable } from '../bases/failure-table.js';

const SIGN_IN =
  'bind `private_key` and `passphrase`, set `TOOL_PASSBOLT_PRIVATE_KEY` and `TOOL_PASSBOLT_PASSPHRASE`, or run `passbolt configure`';

export const FAILURES: FailureTable = {
  message: (errors) => errors.trim().replace(/^(?:Error: )+/, ''),
  rows: [
    {
      says: /serverAddress is not defined/i,
      kind: 'missing-credential',
      detail: '`passbolt` has no server',
      help: 'write `server` in the address, set `TOOL_PASSBOLT_SERVER`, or run `passbolt configure`',
    },
    {
      says: /userPrivateKey is not defined/i,
      kind: 'missing-credential',
      detail: '`passbolt` has no private key',
      help: SIGN_IN,
    },
    {
      says: /reading password[\s\S]*EOF/i,
      kind: 'missing-credential',
      detail: '`passbolt` has no passphrase for the private key',
      help: 'bind `passphrase`, set `TOOL_PASSBOLT_PASSPHRASE`, or run `passbolt configure`',
    },
    {
      says: /reading TOTP[\s\S]*EOF/i,
      kind: 'missing-credential',
      detail: 'the server asks for a one-time code',
      help: 'let `passbolt` make it: `passbolt configure --mfaMode noninteractive-totp --mfaTotpToken …`',
    },
    // Of its settings, whichever it is; not of an option that it does not have.
    { says: /\bis not defined\b/i, saysNot: /unknown flag/i, kind: 'missing-credential', help: SIGN_IN },
    { says: /Error Loading File/i, kind: 'missing-credential', help: 'check `TOOL_PASSBOLT_PRIVATE_KEY_FILE`' },
    {
      says: /unknown (?:flag|command)/i,
      kind: 'unsupported',
      detail: 'this `passbolt` does not have a command that is needed here',
      help: 'install go-passbolt-cli 0.3 or later',
      concernsAll: true,
    },
    { says: /getting resource:[\s\S]*(?:api error \(code 404\)|404 not found)/i, kind: 'absent' },
    { says: /code 429|too many requests/i, kind: 'busy', help: 'try again later' },
    {
      says: /getting \w+:[\s\S]*code 403/i,
      kind: 'denied',
      help: 'let the owner of the resource share it with this account',
    },
    {
      says: /x509|certificate|tls:/i,
      kind: 'unreachable',
      help: 'name the authority of the server in `SSL_CERT_FILE`',
    },
    { says: /deadline exceeded|timeout|timed out/i, kind: 'timeout' },
    {
      says: /dial tcp|no such host|connection refused|network is unreachable|connection reset|\bEOF\b|code 50[234]/i,
      kind: 'unreachable',
      help: 'check the server and the connection, then run `passbolt list folder`',
    },
    {
      says: /(?:creating client|logging in|verifying server):[\s\S]*(?:unlock|decrypt|passphrase|private key|code 40[013]|mfa|fingerprint|verif)/i,
      kind: 'denied',
      help: `check the account, the private key and its passphrase: ${SIGN_IN}`,
      concernsAll: true,
    },
  ],
};

/** A listing without resources of kinds that it does not know, and status 0: `2 resource(s) skipped due to unsupported types` (list.go). */
export const SOME_UNKNOWN = /resource[^\n]*(?:skip|unsupported|unknown)|(?:skip|unsupported|unknown)[^\n]*resource/i;
