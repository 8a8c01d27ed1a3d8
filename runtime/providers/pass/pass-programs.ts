/** The two programs behind a password store: gpg decrypts, pass does the rest, so that it handles git and recipients itself. */
import { decodeUtf8 } from '../../values/utf8.js';
import { type Ended, VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { decrypted, isEncrypted, WITH_STATUS, wordsOf } from './gpg-status.js';

/** Reads the encrypted file from its input, so that no one can swap it after it was checked. */
const DECRYPT = ['--quiet', '--batch', '--no-tty', ...WITH_STATUS, '--decrypt'];

export interface NotInserted {
  readonly why: Failed;
  /** The file may hold a part of the value, or nothing. */
  readonly isCut: boolean;
}

export class PassPrograms {
  readonly #gpg: VendorProgram;
  readonly #pass: VendorProgram;
  readonly #isPlain: boolean;

  constructor(root: string, ports: ProviderPorts) {
    const variable = (name: string) => decodeUtf8(ports.environment.get(name) ?? new Uint8Array()) ?? '';
    const options = variable('PASSWORD_STORE_GPG_OPTS');
    const variables = {
      PASSWORD_STORE_DIR: root,
      PASSWORD_STORE_GPG_OPTS: [options, ...WITH_STATUS].join(' ').trim(),
    };
    this.#pass = new VendorProgram({ name: 'pass', install: 'install pass (package `pass`)', variables }, ports);
    // The names under which pass looks for it.
    const gpg = { name: 'gpg', preferred: 'gpg2', install: 'install GnuPG (package `gnupg`)' };
    this.#gpg = new VendorProgram(gpg, ports);
    this.#isPlain = options === '' && variable('PASSWORD_STORE_ENABLE_EXTENSIONS') !== 'true';
  }

  /** The plain entry: by gpg in a third of the time of pass, by pass where options or extensions may matter (providers-local 8.10). */
  async show(name: string, encrypted: Uint8Array, call: Call): Promise<Buffer | Failed> {
    const ended = await (this.#isPlain
      ? this.#gpg.run(DECRYPT, call, encrypted)
      : this.#pass.run(['show', '--', name], call));
    return ended.kind === 'failed' ? ended : decrypted(ended);
  }

  /** Null: inserted. */
  async insert(name: string, text: string, call: Call): Promise<NotInserted | null> {
    const ended = await this.#pass.run(['insert', '-m', '-f', '--', name], call, Buffer.from(text));
    if (ended.kind === 'failed') return { why: ended, isCut: true };
    if (ended.status === 0 && isEncrypted(ended)) {
      const failure = notCommitted(ended, 'the value is stored');
      return failure && { why: failure, isCut: false };
    }
    const words = wordsOf(ended.stderr, text);
    const isDenied = /permission denied|read-only file system/i.test(words);
    return { why: failed(isDenied ? 'denied' : 'failed', words || endedWith(ended)), isCut: true };
  }

  /** Null: pass reports no error, which proves nothing (providers-local 8.8). */
  async remove(name: string, call: Call): Promise<Failed | null> {
    const ended = await this.#pass.run(['rm', '-f', '--', name], call);
    if (ended.kind === 'failed') return ended;
    if (ended.status !== 0) return failed('failed', wordsOf(ended.stderr) || endedWith(ended));
    return notCommitted(ended, 'the entry is removed');
  }
}

function endedWith({ status }: Ended): string {
  return `\`pass\` ended with status ${status}`;
}

/** pass ends with 0 although git fails. */
function notCommitted({ stderr }: Ended, done: string): Failed | null {
  if (!/^(fatal|error): |^Author identity unknown/m.test(stderr)) return null;
  return failed('failed', `${done}, but git did not commit it: ${wordsOf(stderr)}`, 'commit it with `pass git`');
}
