/** For whom an entry is encrypted, as pass decides it. */
import { type Environment, wordsIn } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { EncryptedTree, RecipientsFile } from './encrypted-tree.js';
import type { PassPrograms } from './pass-programs.js';

const SIGN = 'sign it with `pass init`, or check `PASSWORD_STORE_SIGNING_KEY`';

export class GpgRecipients {
  readonly #tree: EncryptedTree;
  readonly #programs: PassPrograms;
  readonly #environment: Environment;

  constructor(tree: EncryptedTree, programs: PassPrograms, environment: Environment) {
    this.#tree = tree;
    this.#programs = programs;
    this.#environment = environment;
  }

  /** What gpg calls the keys: those of `PASSWORD_STORE_KEY`, else of the nearest `.gpg-id`. Throws a FileFault. */
  async of(name: string, call: Call): Promise<readonly string[] | Failed> {
    const given = wordsIn(this.#environment, 'PASSWORD_STORE_KEY');
    if (given.length > 0) return given;
    const file = await this.#tree.recipientsOf(name);
    const keys = file === null ? [] : keysIn(decodeUtf8(file.bytes) ?? '');
    if (file === null || keys.length === 0) return failed('failed', '`.gpg-id` names no key', 'run `pass init`');
    return (await this.#unsigned(file, call)) ?? keys;
  }

  /** The bytes that are used are those that were verified: the file is not read again. */
  async #unsigned({ path, bytes }: RecipientsFile, call: Call): Promise<Failed | null> {
    const wanted = wordsIn(this.#environment, 'PASSWORD_STORE_SIGNING_KEY');
    if (wanted.length === 0) return null;
    const signers = await this.#programs.signers(bytes, `${path}.sig`, call);
    if ('kind' in signers) return signers;
    const isSigned = wanted.some((key) => signers.includes(key));
    return isSigned ? null : failed('denied', '`.gpg-id` is not signed by a key of `PASSWORD_STORE_SIGNING_KEY`', SIGN);
  }
}

/** One on a line, with comments. */
function keysIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const key = line.replace(/#.*$/, '').trim();
    return key === '' ? [] : [key];
  });
}
