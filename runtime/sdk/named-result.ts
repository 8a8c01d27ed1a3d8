/** What asking for one secret gives. A name that the scope hides is undeclared. */
import { nameAs, printsAs } from './inspected.js';
import type { OwnedFiles } from './result-files.js';
import { registerFiles } from './keep-temp-files.js';
import type { Secret } from './secret.js';

export type NamedResult =
  | { readonly status: 'undeclared' }
  | { readonly status: 'missing'; readonly required: boolean }
  | Found;

/** It owns the files of the secret and of its inputs. */
export class Found {
  readonly status = 'resolved';
  readonly secret: Secret;
  readonly #files: OwnedFiles;

  /** @internal */
  constructor(secret: Secret, files: OwnedFiles) {
    this.secret = secret;
    this.#files = files;
    registerFiles(this, files);
    Object.freeze(this);
  }

  /** Removes the files. */
  dispose(): void {
    this.#files.remove();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dispose();
  }
}

nameAs('Found', Found);
printsAs('Found', Found.prototype, ({ status, secret }) => ({ status, secret }));
