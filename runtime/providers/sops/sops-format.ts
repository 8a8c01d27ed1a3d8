/** The documents of one SOPS store: decrypted in this process where it can be, changed by the program. */
import type { Entry } from '#schemas/addresses/entry.js';
import { compareSops } from '../../recipients/sops-recipients.js';
import { cleaned } from '../../values/cleaned.js';
import type { Changes, Compared, Document, DocumentFormat, Recipients, Rekeyed } from '../bases/document.js';
import { LARGEST_DOCUMENT } from '../bases/value-size.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { NotHere } from './decrypt-here.js';
import { isForAgeOnly, mayAskForKey, type Metadata, recipientsOf, ruleOf, unknownField } from './metadata.js';
import { type Parsed, parseDocument } from './parse-document.js';
import { ageIdentities, listOf, type Variables } from './settings.js';
import { BROKEN, RESTORE, type SopsFile, SopsProgram } from './sops-program.js';
import {
  type Branch,
  branch,
  SopsEntries,
  LONE_SURROGATE,
  nameOfPath,
  nodeAt,
  type SopsPath,
  pathOfName,
  type SopsTree,
} from './tree.js';

/** A document that is one of SOPS. */
type Encrypted = Parsed & { readonly metadata: Metadata };
type List = NonNullable<Awaited<ReturnType<typeof listOf>>>;

export class SopsFormat implements DocumentFormat {
  readonly isEncrypted = true;
  readonly hasRecipients = true;
  rekeyed: Rekeyed | null = null;
  readonly #file: SopsFile;
  readonly #options: Variables;
  readonly #ports: ProviderPorts;
  readonly #program: SopsProgram;
  readonly #seen = new WeakMap<Uint8Array, Promise<Encrypted | Failed>>();

  constructor(file: SopsFile, options: Variables, ports: ProviderPorts) {
    this.#file = file;
    this.#options = options;
    this.#ports = ports;
    this.#program = new SopsProgram(file, options, ports);
  }

  keyOf({ path = [] }: Entry): string {
    return nameOfPath(path);
  }

  async refusesWrite(name: string, current: Uint8Array | null): Promise<Failed | null> {
    const path = pathOfName(name);
    const missing = await this.#program.missing();
    if (missing !== null || current === null) return missing;
    const parsed = await this.#parsed(current);
    if ('failure' in parsed) return parsed;
    return this.#staysClear(parsed.metadata, path);
  }

  async decode(bytes: Uint8Array, call: Call): Promise<Document | Failed> {
    const parsed = await this.#parsed(bytes);
    if ('failure' in parsed) return parsed;
    const tree = await this.#decrypted(bytes, parsed, call);
    if ('failure' in tree) return tree;
    const encode = async (changes: Changes, writing: Call) => {
      this.rekeyed = null;
      const texts = textsOf(changes);
      const refusal = await this.#staysClearIfSet(bytes, parsed.metadata, [...texts.keys()], writing);
      if (refusal !== null) return refusal;
      const changed = await this.#program.set(bytes, texts, writing);
      if ('failure' in changed) return changed;
      const verified = await this.#verified(changed, tree, texts, writing);
      return 'failure' in verified ? verified : this.#forItsList(verified, parsed, writing);
    };
    const recipients: Recipients = {
      compare: async () => {
        const list = await this.#list();
        return list && comparedWith(list, parsed.metadata);
      },
      encrypted: async (writing) => {
        const list = await this.#list();
        return list === null ? bytes : this.#encryptedFor(list, bytes, tree, writing);
      },
    };
    return { kind: 'document', values: new SopsEntries(tree), encode, recipients };
  }

  #list(): Promise<List | null> {
    return listOf(this.#file.path, this.#options, this.#ports);
  }

  /** After a write: those of the list may have changed since the document was encrypted. */
  async #forItsList(bytes: Uint8Array, before: Encrypted, call: Call): Promise<Uint8Array | Failed> {
    const list = await this.#list();
    const compared = list && comparedWith(list, before.metadata);
    if (list === null || compared?.comparison.kind !== 'different') return bytes;
    const parsed = await this.#parsed(bytes);
    const tree = 'failure' in parsed ? parsed : await this.#decrypted(bytes, parsed, call);
    if ('failure' in tree) return tree;
    this.rekeyed = { list: compared.list, difference: compared.comparison.difference };
    return this.#encryptedFor(list, bytes, tree, call);
  }

  /** Whoever changes the keys of a document must be able to decrypt it afterwards. */
  async #encryptedFor({ rule, name }: List, bytes: Uint8Array, tree: Branch, call: Call): Promise<Uint8Array | Failed> {
    const updated = await this.#program.updateKeys(bytes, rule.rule, call);
    if ('failure' in updated) return updated;
    const verified = await this.#verified(updated, tree, new Map(), call);
    if (!('failure' in verified) || verified.failure.kind !== 'denied') return verified;
    return failed('unsupported', `${name} does not include your own key`, LOCKED_OUT);
  }

  create(): Document {
    const encode = async (changes: Changes, call: Call) => {
      this.rekeyed = null;
      const texts = textsOf(changes);
      const made = await this.#program.encrypt(texts, call);
      return 'failure' in made ? made : this.#verified(made, null, texts, call);
    };
    return { kind: 'document', values: new SopsEntries(branch([])), encode };
  }

  /** The same bytes are looked at before a prompt, for each entry of a batch, and when they are decoded. */
  #parsed(bytes: Uint8Array): Promise<Encrypted | Failed> {
    const known = this.#seen.get(bytes) ?? this.#parse(bytes);
    this.#seen.set(bytes, known);
    return known;
  }

  async #parse(bytes: Uint8Array): Promise<Encrypted | Failed> {
    const { name, format } = this.#file;
    if (bytes.length > LARGEST_DOCUMENT) return failed('malformed', `\`${name}\` is larger than 16 MiB`);
    const parsed = await parseDocument(bytes, format);
    if (parsed === null) return failed('malformed', `\`${name}\` cannot be parsed as ${format}`);
    const { metadata } = parsed;
    if (metadata === null)
      return failed(
        'malformed',
        `\`${name}\` is not encrypted with SOPS`,
        'encrypt it first: `sops encrypt --in-place FILE`',
      );
    const field = unknownField(metadata);
    if (field === null) return { ...parsed, metadata };
    const detail = `\`${name}\` has metadata that this version does not know: \`${cleaned(field)}\``;
    return failed('unsupported', detail, 'update `tool`');
  }

  async #decrypted(bytes: Uint8Array, parsed: Encrypted, call: Call): Promise<Branch | Failed> {
    const { decryptHere } = await import('./decrypt-here.js');
    const identities = await ageIdentities(this.#options, this.#ports);
    const here = await decryptHere(parsed, identities);
    if (typeof here !== 'string') return here;
    if (!this.#ports.mayUnlock && mayAskForKey(parsed.metadata)) return LOCKED;
    const plain = await this.#program.decrypt(bytes, call);
    if (plain.kind === 'failed') return this.#withoutProgram(here, parsed.metadata, plain, identities.length > 0);
    const { parseYaml } = await import('./parse-yaml.js');
    const read = parseYaml(plain.isJson ? marked(plain.text) : plain.text);
    return read?.tree ?? failed('malformed', '`sops` printed something that is not JSON');
  }

  /** If the program is missing, what is known without it. */
  #withoutProgram(why: NotHere, metadata: Metadata, failure: Failed, hasKey: boolean): Failed {
    const { name } = this.#file;
    if (failure.failure.kind !== 'missing-program') return failure;
    if (why === 'changed') return failed('malformed', `\`${name}\` was changed without \`sops\`: ${BROKEN}`, RESTORE);
    if (why !== 'no key' || !isForAgeOnly(metadata)) return failure;
    const other = `\`${name}\` is not encrypted for the configured age key`;
    return failed(
      'denied',
      hasKey ? other : `\`${name}\` needs an age key, and none was found that works without \`sops\``,
      NO_AGE_KEY,
    );
  }

  #staysClear(metadata: Metadata, path: SopsPath): Failed | null {
    return ruleOf(metadata)?.(path) === false ? this.#clear() : null;
  }

  /** Where only SOPS knows its rules, it shows with other texts what it would do: no value is in clear on a disk for a moment. */
  async #staysClearIfSet(
    bytes: Uint8Array,
    metadata: Metadata,
    paths: readonly SopsPath[],
    call: Call,
  ): Promise<Failed | null> {
    if (ruleOf(metadata) !== null)
      return paths.map((path) => this.#staysClear(metadata, path)).find((refusal) => refusal !== null) ?? null;
    const tried = await this.#program.set(bytes, new Map(paths.map((path) => [path, 'tried'])), call);
    if ('failure' in tried) return tried;
    const parsed = await this.#parsed(tried);
    return 'failure' in parsed ? parsed : this.#hasClear(parsed, paths);
  }

  #hasClear({ tree }: Parsed, paths: readonly SopsPath[]): Failed | null {
    const isClear = (path: SopsPath) => {
      const node = nodeAt(tree, path);
      return node?.kind === 'leaf' && !node.text.startsWith('ENC[');
    };
    return paths.some(isClear) ? this.#clear() : null;
  }

  #clear(): Failed {
    const detail = `the rules of \`${this.#file.name}\` would leave this value in clear`;
    return failed('unsupported', detail, 'rename the secret, or change the rules of the document');
  }

  /** New bytes replace a file only if they hold what they should: the new texts, encrypted, and everything else as before. */
  async #verified(
    bytes: Uint8Array,
    before: Branch | null,
    texts: ReadonlyMap<SopsPath, string>,
    call: Call,
  ): Promise<Uint8Array | Failed> {
    const parsed = await this.#parsed(bytes);
    if ('failure' in parsed) return parsed;
    // An empty text stays empty.
    const paths = [...texts].flatMap(([path, text]) => (text === '' ? [] : [path]));
    const refusal = this.#hasClear(parsed, paths);
    if (refusal !== null) return refusal;
    const after = await this.#decrypted(bytes, parsed, call);
    if ('failure' in after) return after;
    const isRight = [...texts].every(([path, text]) => isText(nodeAt(after, path), text));
    const isKept = before === null || isKeptIn(before, after, [], new Set([...texts.keys()].map(nameOfPath)));
    return isRight && isKept
      ? bytes
      : failed('failed', '`sops` did not store the value as it was given, so nothing was changed');
  }
}

/** Null for a document whose keys are needed together. */
function comparedWith({ rule, name }: List, metadata: Metadata): Compared | null {
  const keys = recipientsOf(metadata);
  return keys && { kind: 'compared', list: name, comparison: compareSops(keys, rule) };
}

const LOCKED_OUT = 'add it, or you could no longer decrypt the document';
const LOCKED = failed('locked', '`sops` may ask for the passphrase of a key', 'use `tool run`');
const NO_AGE_KEY = 'set `SOPS_AGE_KEY`, or install `sops`, which finds keys of other kinds';

/** SOPS prints a byte that is not UTF-8 as `\ufffd`, and the character U+FFFD as it is. */
function marked(json: string): string {
  return json.replaceAll(/(?<!\\)((?:\\\\)*)\\ufffd/gu, `$1${LONE_SURROGATE}`);
}

function textsOf(changes: Changes): ReadonlyMap<SopsPath, string> {
  return new Map([...changes].map(([name, text]) => [pathOfName(name), text ?? ''] as const));
}

function isText(node: SopsTree | null, text: string): boolean {
  return node?.kind === 'leaf' && node.as === 'text' && node.text === text;
}

/** Whether every node of one tree is the same in the other, but for the changed ones and what a branch gained. */
function isKeptIn(before: SopsTree, after: SopsTree | null, path: SopsPath, changed: ReadonlySet<string>): boolean {
  if (changed.has(nameOfPath(path))) return true;
  if (after === null || before.kind !== after.kind) return false;
  if (before.kind === 'branch')
    return before.entries.every(([key, value]) => isKeptIn(value, nodeAt(after, [key]), [...path, key], changed));
  if (before.kind === 'leaf') return after.kind === 'leaf' && before.text === after.text;
  const items = after.kind === 'list' ? after.items : [];
  return (
    before.items.length === items.length &&
    before.items.every((item, index) => isKeptIn(item, items[index] ?? null, [...path, ''], NONE))
  );
}
const NONE: ReadonlySet<string> = new Set();
