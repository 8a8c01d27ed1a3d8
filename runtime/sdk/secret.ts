/** A resolved secret as a program gets it. Only `value`, `bytes` and `get()` give its value; nothing that prints or copies an object does. */
import type { SecretValue } from '../values/secret-value.js';
import { hideGetters, nameAs, printsAs } from './inspected.js';

/** Where a value comes from: `composed` for everything that is made of other secrets. */
export type SecretSource = 'provider' | 'generated' | 'default' | 'composed';

export interface SecretFacts {
  readonly name: string;
  readonly source: SecretSource;
  /** The store that has it, as it is shown; null where none has. */
  readonly sourceProvider: string | null;
  /** Whether it is delivered as a file. */
  readonly asPath: boolean;
  /** The file of a secret that is delivered as one. */
  readonly path: string | null;
}

/** What it delivers. `text` is how receivers of text get bytes. */
export interface Content {
  readonly value: SecretValue;
  readonly text?: SecretValue;
}

export class Secret implements SecretFacts {
  readonly name: string;
  readonly source: SecretSource;
  readonly sourceProvider: string | null;
  readonly asPath: boolean;
  readonly path: string | null;
  readonly #content: Content | null;

  /** @internal */
  constructor({ name, source, sourceProvider, asPath, path }: SecretFacts, content: Content | null) {
    this.name = name;
    this.source = source;
    this.sourceProvider = sourceProvider;
    this.asPath = asPath;
    this.path = path;
    this.#content = content;
    Object.freeze(this);
  }

  /** Null for bytes that are no text, for a file, and without values. */
  get value(): string | null {
    return (this.#content?.text ?? this.#content?.value)?.revealText() ?? null;
  }

  /** A copy. Null for a file, and without values. */
  get bytes(): Uint8Array | null {
    return this.#content === null ? null : Uint8Array.from(this.#content.value.reveal());
  }

  /** @internal */
  get hasBytes(): boolean {
    return this.#content !== null;
  }

  /** The path of a secret that is delivered as a file, else the value. */
  get(): string | null {
    return this.asPath ? this.path : this.value;
  }

  toString(): string {
    return `[secret ${this.name}]`;
  }

  toJSON(): SecretFacts {
    const { name, source, sourceProvider, asPath, path } = this;
    return { name, source, sourceProvider, asPath, path };
  }
}

nameAs('Secret', Secret);
hideGetters(Secret.prototype, ['value', 'bytes']);
printsAs('Secret', Secret.prototype, (of) => of.toJSON());
