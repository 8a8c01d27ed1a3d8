/** The program `sops`: for keys that are not of age, and for everything that is written (providers-local 11.6). */
import { sops } from '#schemas/providers/sops.js';
import { saying } from '../../programs/saying.js';
import { type Ended, VendorProgram, wholeOutput } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { SopsFormatName } from './parse-document.js';
import { configFile, credentialVariables, type Variables } from './settings.js';
import { type Branch, branch, jsonOf, nodeAt, type Path, treeOf } from './tree.js';

const INSTALL = 'install sops 3.11 or newer: https://getsops.io';

export interface SopsFile {
  /** Absolute. Creation rules depend on it. */
  readonly path: string;
  /** What messages call it. */
  readonly name: string;
  readonly format: SopsFormatName;
}
export interface Plain {
  readonly kind: 'plain';
  readonly text: string;
  readonly isJson: boolean;
}
export type Texts = ReadonlyMap<Path, string>;

export class SopsProgram {
  readonly #file: SopsFile;
  readonly #options: Variables;
  readonly #ports: ProviderPorts;
  #program: VendorProgram | null = null;
  /** What its messages must not show. */
  #credentials: readonly string[] = [];

  constructor(file: SopsFile, options: Variables, ports: ProviderPorts) {
    this.#file = file;
    this.#options = options;
    this.#ports = ports;
  }

  /** Why it cannot be started; null if it can. */
  async missing(): Promise<Failed | null> {
    const { kind } = await this.#ports.programs.find('sops', this.#ports.environment);
    return kind === 'found'
      ? null
      : failed('missing-program', '`sops`, which writes its documents, was not found in `PATH`', INSTALL);
  }

  /** The plain document as JSON, or as YAML if it has numbers that JSON does not have. */
  async decrypt(bytes: Uint8Array, call: Call): Promise<Plain | Failed> {
    const json = await this.#decrypted(bytes, 'json', call);
    const isJson = json.kind === 'failed' || json.status !== NOT_PRINTED || this.#file.format !== 'yaml';
    const printed = this.#output(isJson ? json : await this.#decrypted(bytes, 'yaml', call), '');
    return 'failure' in printed ? printed : { kind: 'plain', text: printed.toString('utf8'), isJson };
  }

  #decrypted(bytes: Uint8Array, output: 'json' | 'yaml', call: Call): Promise<Ended | Failed> {
    const words = ['decrypt', '--input-type', this.#file.format, '--output-type', output, ...this.#named];
    return this.#run(words, call, bytes);
  }

  /** A new document with these texts, encrypted by the creation rules. */
  async encrypt(texts: Texts, call: Call): Promise<Buffer | Failed> {
    const { format } = this.#file;
    const words = ['encrypt', '--input-type', 'json', '--output-type', format, ...this.#named];
    const tree = treeOf(texts);
    const json = jsonOf(format === 'ini' ? withDefaultFirst(tree) : tree);
    return this.#output(await this.#run(words, call, Buffer.from(json)), [...texts.values()].join('\n'));
  }

  /** The document with other texts at these paths. One run for each: SOPS sets one at a time. */
  async set(bytes: Uint8Array, texts: Texts, call: Call): Promise<Uint8Array | Failed> {
    const { path, name, format } = this.#file;
    return this.#ports.files.changedCopy(path, bytes, async (copy, read) => {
      for (const [keys, text] of texts) {
        // As they are: SOPS takes what is between the quotes, with quotes and backslashes.
        const selector = keys.map((key) => `["${key}"]`).join('');
        const words = ['set', '--input-type', format, '--output-type', format, '--value-stdin', copy, selector];
        const ended = await this.#run(words, call, Buffer.from(JSON.stringify(text)));
        const failure = ended.kind === 'failed' ? ended : this.#failure(ended, text);
        if (failure !== null) return failure;
      }
      return read() ?? failed('failed', `\`sops\` removed its copy of \`${name}\``);
    });
  }

  get #named(): readonly string[] {
    return ['--filename-override', this.#file.path];
  }

  #output(ended: Ended | Failed, input: string): Buffer | Failed {
    if (ended.kind === 'failed') return ended;
    return this.#failure(ended, input) ?? wholeOutput(ended);
  }

  async #run(words: readonly string[], call: Call, input: Uint8Array): Promise<Ended | Failed> {
    const program = this.#program ?? (await this.#configured());
    if ('failure' in program) return program;
    this.#program = program;
    return program.run(words, call, input);
  }

  async #configured(): Promise<VendorProgram | Failed> {
    const credentials = await credentialVariables(this.#ports);
    if ('failure' in credentials) return credentials as Failed;
    this.#credentials = Object.values(credentials);
    const config = await configFile(this.#options, this.#ports);
    const variables: Record<string, string> = {
      ...this.#options,
      ...(credentials as Variables),
      SOPS_DISABLE_VERSION_CHECK: '1',
    };
    if (config !== null) variables['SOPS_CONFIG'] = config;
    return new VendorProgram({ name: 'sops', install: INSTALL, credentials: sops.credentials, variables }, this.#ports);
  }

  /** Its words only where they tell about keys: others may quote a line of the document (providers-local 24.8). */
  #failure({ status, stderr }: Ended, input: string): Failed | null {
    const { name } = this.#file;
    if (status === 0) return null;
    const words = saying(stderr.replaceAll(/[\s|]+/gu, ' '), [input, ...this.#credentials].join('\n'));
    if (status === NO_KEY) return failed('denied', `no available key decrypts \`${name}\`: ${words}`, KEYS);
    if (status === MAC_MISMATCH)
      return failed('malformed', `\`${name}\` was changed without \`sops\`: ${BROKEN}`, RESTORE);
    if (status === NO_MAC) return failed('malformed', `\`${name}\` has no MAC`, RESTORE);
    if (DAMAGED.has(status)) return failed('malformed', `\`${name}\` is damaged: a value cannot be decrypted`, RESTORE);
    if (/creation rules|no matching/iu.test(words) || NO_RULE.has(status))
      return failed('failed', `no creation rule says for whom \`${name}\` is encrypted`, RULE);
    if (/flag provided but not defined/iu.test(words))
      return failed('unsupported', 'this version of `sops` is too old', INSTALL);
    return failed('failed', `\`sops\` failed with status ${status}`, `run \`sops decrypt ${name}\` to see why`);
  }
}

/** SOPS leaves out the header of the first section if it is called `default`, in any case: only `DEFAULT` can do without. */
function withDefaultFirst(tree: Branch): Branch {
  const others = tree.entries.filter(([name]) => name !== DEFAULT);
  return branch([[DEFAULT, nodeAt(tree, [DEFAULT]) ?? branch([])], ...others]);
}
const DEFAULT = 'DEFAULT';

/** The document was decrypted, and cannot be written in the wanted format. */
const NOT_PRINTED = 4;
const NO_KEY = 128;
const MAC_MISMATCH = 51;
const NO_MAC = 52;
const DAMAGED: ReadonlySet<number> = new Set([24, 25]);
const NO_RULE: ReadonlySet<number> = new Set([61, 111]);
export const BROKEN = 'its MAC does not match';
export const RESTORE = 'restore it from a backup or from version control; no value of it is used';
const KEYS = 'set `SOPS_AGE_KEY`, or sign in to the key service of the document';
const RULE = 'add a rule for it to `.sops.yaml`, or `?age_recipients=age1…` to the address';
