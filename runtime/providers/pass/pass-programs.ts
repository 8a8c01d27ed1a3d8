/** The two programs behind a password store: gpg encrypts and decrypts, pass removes. */

import { variableIn, wordsIn } from '../../values/environment.js';
import { decrypted, encrypted, signersOf, WITH_STATUS, withoutStatus } from '../bases/gpg-status.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';

const BATCH = ['--quiet', '--batch', '--no-tty', ...WITH_STATUS];
/** gpg-agent answers that the key is locked, where it would ask for the passphrase. */
const WITHOUT_UNLOCK = ['--pinentry-mode', 'error'];
/** Reads the encrypted file from its input, so that no one can swap it after it was looked at. */
const DECRYPT = [...BATCH, '--decrypt'];

/** As `pass insert` encrypts. To the output, never to a file: gpg replaces a file also with a part of what it should get. */
const ENCRYPT = [...BATCH, '--yes', '--compress-algo=none', '--no-encrypt-to', '-e'];

export class PassPrograms {
  readonly #gpg: VendorProgram;
  readonly #pass: VendorProgram;
  readonly #options: readonly string[];
  readonly #unlocking: readonly string[];
  readonly #isPlain: boolean;

  constructor(root: string, ports: ProviderPorts) {
    // As pass splits them.
    this.#options = wordsIn(ports.environment, 'PASSWORD_STORE_GPG_OPTS');
    this.#unlocking = ports.mayUnlock ? [] : WITHOUT_UNLOCK;
    const variables = {
      PASSWORD_STORE_DIR: root,
      PASSWORD_STORE_GPG_OPTS: [...this.#options, ...WITH_STATUS, ...this.#unlocking].join(' '),
    };
    const failures = { message: withoutStatus, rows: [] };
    this.#pass = new VendorProgram(
      { name: 'pass', install: 'install pass (package `pass`)', variables, failures },
      ports,
    );
    // The names under which pass looks for it.
    const gpg = { name: 'gpg', preferred: 'gpg2', install: 'install GnuPG (package `gnupg`)' };
    this.#gpg = new VendorProgram(gpg, ports);
    const hasExtensions = variableIn(ports.environment, 'PASSWORD_STORE_ENABLE_EXTENSIONS') === 'true';
    this.#isPlain = this.#options.length === 0 && !hasExtensions;
  }

  /** The plain entry: by gpg in a third of the time of pass, by pass where options or extensions may matter (providers-local 8.10). */
  async show(name: string, encrypted: Uint8Array, call: Call): Promise<Buffer | Failed> {
    const ended = await (this.#isPlain
      ? this.#gpg.run([...this.#unlocking, ...DECRYPT], call, encrypted)
      : this.#pass.run(['show', '--', name], call));
    return ended.kind === 'failed' ? ended : decrypted(ended);
  }

  async encrypt(text: string, recipients: readonly string[], call: Call): Promise<Buffer | Failed> {
    const words = [...this.#options, ...ENCRYPT, ...recipients.flatMap((recipient) => ['-r', recipient])];
    const ended = await this.#gpg.run(words, call, Buffer.from(text));
    return ended.kind === 'failed' ? ended : encrypted(ended, text);
  }

  /** Who signed these bytes by a signature in a file: fingerprints; none where it is missing or not good. */
  async signers(bytes: Uint8Array, signature: string, call: Call): Promise<readonly string[] | Failed> {
    const ended = await this.#gpg.run([...this.#options, ...BATCH, '--verify', signature, '-'], call, bytes);
    return ended.kind === 'failed' ? ended : signersOf(ended);
  }

  /** Null: pass reports no failure, which does not prove that the entry is removed (providers-local 8.8). */
  remove(name: string, call: Call): Promise<Failed | null> {
    return this.#pass.change(['rm', '-f', '--', name], call);
  }

  /** Whether every other request to the store would fail in the same way, whatever the keys of its folder are. */
  concernsAll(failure: Failed): boolean {
    return this.#gpg.concernsAllLocks(failure) || this.#pass.concernsAllLocks(failure);
  }
}
