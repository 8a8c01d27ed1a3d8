/** The program `age`, which runs the plugins of identities and recipients (providers-local 10.6). Nothing else needs it. */
import type { FailureTable } from '../bases/failure-table.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** A file as it was read. */
export interface ReadFile {
  readonly path: string;
  /** What messages call it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export class AgeProgram {
  readonly #program: VendorProgram;
  readonly #files: ProviderPorts['files'];

  constructor(ports: ProviderPorts) {
    const vendor = { name: 'age', install: 'install age (package `age`)', failures: FAILURES };
    this.#program = new VendorProgram(vendor, ports);
    this.#files = ports.files;
  }

  /** The identities go through its input, so it reads the file itself: it must have read the same bytes. */
  async decrypt(file: ReadFile, identities: readonly string[], call: Call): Promise<Uint8Array | Failed> {
    const input = `${identities.join('\n')}\n`;
    const plain = await this.#run(['--decrypt', '--identity', '-', file.path], input, call);
    if (!(plain instanceof Uint8Array)) return plain;
    const after = await this.#files.read(file.path);
    if (after !== null && Buffer.compare(after, file.bytes) === 0) return plain;
    return failed('conflict', `\`${file.name}\` was replaced while \`age\` decrypted it`, 'try again');
  }

  async encrypt(
    plain: Uint8Array,
    recipients: readonly string[],
    isArmored: boolean,
    call: Call,
  ): Promise<Uint8Array | Failed> {
    const form = isArmored ? ['--armor'] : [];
    return this.#run(['--encrypt', ...form, ...recipients.flatMap((one) => ['--recipient', one])], plain, call);
  }

  /** What it printed, if it succeeded: before it fails, it prints a part of the text. */
  async #run(words: readonly string[], input: string | Uint8Array, call: Call): Promise<Uint8Array | Failed> {
    const done = await this.#program.output(words, call, Buffer.from(input));
    return done.kind === 'failed' ? done : done.stdout;
  }
}

/** Before version 1.2 `age` takes a program that it does not find for one in the working folder. */
const FAILURES: FailureTable = {
  rows: [
    { says: /no identity matched any of the/, kind: 'denied', detail: 'the identity of the plugin does not match' },
    {
      says: /age-plugin-[\w.+-]+"?:? (?:executable file not found|not found|resolves to executable in current)/,
      kind: 'missing-program',
      detail: ({ words }) => `\`${/age-plugin-[\w.+-]+/.exec(words)?.[0] ?? 'age-plugin'}\` was not found in \`PATH\``,
      help: 'install the plugin',
    },
  ],
};
