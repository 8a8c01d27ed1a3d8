/** The program `sops`: for keys that are not of age, and for everything that is written (providers-local 11.6). */
import { sops } from '#schemas/providers/sops.js';
import type { SopsFormatName } from '#schemas/providers/sops-entry.js';
import { credentialVariables } from '../bases/credential-variables.js';
import type { FailureTable } from '../bases/failure-table.js';
import type { Ended } from '../bases/program-end.js';
import type { Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { configFile, runsOfUser, type Variables } from './settings.js';
import { type Branch, branch, jsonOf, nodeAt, type SopsPath, treeOf } from './tree.js';

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
export type Texts = ReadonlyMap<SopsPath, string>;

export class SopsProgram {
  readonly #file: SopsFile;
  readonly #options: Variables;
  readonly #ports: ProviderPorts;
  #program: Promise<VendorProgram> | null = null;

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
    const program = await this.#configured();
    const json = await program.run(this.#decrypting('json'), call, bytes, ENCRYPTED);
    const isJson = json.kind === 'failed' || json.status !== NOT_PRINTED || this.#file.format !== 'yaml';
    const end = isJson ? json : await program.run(this.#decrypting('yaml'), call, bytes, ENCRYPTED);
    const printed = program.outputOf(end);
    return printed.kind === 'failed' ? printed : { kind: 'plain', text: printed.stdout.toString('utf8'), isJson };
  }

  /** A new document with these texts, encrypted by the creation rules. */
  async encrypt(texts: Texts, call: Call): Promise<Buffer | Failed> {
    const { format } = this.#file;
    const words = ['encrypt', '--input-type', 'json', '--output-type', format, ...this.#named];
    const tree = treeOf(texts);
    const json = jsonOf(format === 'ini' ? withDefaultFirst(tree) : tree);
    const program = await this.#configured();
    const end = await program.run(words, call, Buffer.from(json));
    const printed = program.outputOf(withoutTexts(end, [...texts.values()]));
    return printed.kind === 'failed' ? printed : printed.stdout;
  }

  /** The document with other texts at these paths. One run for each: SOPS sets one at a time. */
  async set(bytes: Uint8Array, texts: Texts, call: Call): Promise<Uint8Array | Failed> {
    const { path, name, format } = this.#file;
    const program = await this.#configured();
    return this.#ports.files.changedCopy(path, bytes, async (copy, read) => {
      for (const [keys, text] of texts) {
        // As they are: SOPS takes what is between the quotes, with quotes and backslashes.
        const selector = keys.map((key) => `["${key}"]`).join('');
        const words = ['set', '--input-type', format, '--output-type', format, '--value-stdin', copy, selector];
        const end = withoutTexts(await program.run(words, call, Buffer.from(JSON.stringify(text))), [text]);
        const failure = end.kind === 'failed' ? end : program.failureOf(end);
        if (failure !== null) return failure;
      }
      return read() ?? failed('failed', `\`sops\` removed its copy of \`${name}\``);
    });
  }

  /** The same document, encrypted for the keys of one rule. */
  async updateKeys(bytes: Uint8Array, rule: unknown, call: Call): Promise<Uint8Array | Failed> {
    const { path, name, format } = this.#file;
    const program = await this.#configured();
    const { files } = this.#ports;
    const configuration = Buffer.from(JSON.stringify({ creation_rules: [rule] }));
    return files.changedCopy(path, configuration, (config) =>
      files.changedCopy(path, bytes, async (copy, read) => {
        const words = ['--config', config, 'updatekeys', '--yes', '--input-type', format, copy];
        const end = await program.run(words, call, new Uint8Array(0), ENCRYPTED);
        const failure = end.kind === 'failed' ? end : program.failureOf(end);
        return failure ?? read() ?? failed('failed', `\`sops\` removed its copy of \`${name}\``);
      }),
    );
  }

  get #named(): readonly string[] {
    return ['--filename-override', this.#file.path];
  }

  #decrypting(output: 'json' | 'yaml'): readonly string[] {
    return ['decrypt', '--input-type', this.#file.format, '--output-type', output, ...this.#named];
  }

  #configured(): Promise<VendorProgram> {
    const configured = async () => {
      const config = await configFile(this.#options, this.#ports);
      const vendor: Vendor = {
        name: 'sops',
        install: INSTALL,
        credentials: runsOfUser(this.#ports) ? 'all' : sops.credentials,
        variables: {
          ...this.#options,
          SOPS_DISABLE_VERSION_CHECK: '1',
          ...(config !== null && { SOPS_CONFIG: config }),
        },
        secrets: () => credentialVariables(sops.credentials, '`sops`', this.#ports),
        failures: failuresOf(this.#file.name),
      };
      return new VendorProgram(vendor, this.#ports);
    };
    this.#program ??= configured();
    return this.#program;
  }
}

/** Its input holds them within a document. */
function withoutTexts(end: Ended | Failed, texts: readonly string[]): Ended | Failed {
  return end.kind === 'failed' ? end : { ...end, hidden: [end.hidden, ...texts].join('\n') };
}

/** SOPS leaves out the header of the first section if it is called `default`, in any case: only `DEFAULT` can do without. */
function withDefaultFirst(tree: Branch): Branch {
  const others = tree.entries.filter(([name]) => name !== DEFAULT);
  return branch([[DEFAULT, nodeAt(tree, [DEFAULT]) ?? branch([])], ...others]);
}
const DEFAULT = 'DEFAULT';

/** What is decrypted is no secret before. */
const ENCRYPTED = { isSecret: false };
/** The document was decrypted, and cannot be written in the wanted format. */
const NOT_PRINTED = 4;
export const BROKEN = 'its MAC does not match';
export const RESTORE = 'restore it from a backup or from version control; no value of it is used';
const KEYS = 'set `SOPS_AGE_KEY`, or sign in to the key service of the document';
const RULE = 'add a rule for it to `.sops.yaml`, or `?age_recipients=age1…` to the address';

/** Its words only where they tell about keys: others may quote a line of the document (providers-local 24.8). */
function failuresOf(name: string): FailureTable {
  const damaged = { kind: 'malformed', help: RESTORE } as const;
  const unruled = {
    kind: 'failed',
    detail: `no creation rule says for whom \`${name}\` is encrypted`,
    help: RULE,
  } as const;
  return {
    // Its errors are in a box, and wrapped.
    message: (errors) => errors.replaceAll(/[\s|]+/gu, ' '),
    rows: [
      {
        status: 128,
        kind: 'denied',
        detail: ({ words }) => `no available key decrypts \`${name}\`: ${words}`,
        help: KEYS,
      },
      { status: 51, ...damaged, detail: `\`${name}\` was changed without \`sops\`: ${BROKEN}` },
      { status: 52, ...damaged, detail: `\`${name}\` has no MAC` },
      { status: [24, 25], ...damaged, detail: `\`${name}\` is damaged: a value cannot be decrypted` },
      { says: /creation[\s|]+rules|no[\s|]+matching/iu, ...unruled },
      { status: [61, 111], ...unruled },
      {
        says: /flag[\s|]+provided[\s|]+but[\s|]+not[\s|]+defined/iu,
        kind: 'unsupported',
        detail: 'this version of `sops` is too old',
        help: INSTALL,
      },
      {
        kind: 'failed',
        detail: ({ status }) => `\`sops\` failed with status ${status}`,
        help: `run \`sops decrypt ${name}\` to see why`,
      },
    ],
  };
}
