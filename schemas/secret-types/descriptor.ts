/** What is known of a secret type without loading its code: what can be done with it, its options, and its result. */

/** Make a value, tell whether one is what it says, make one of a value of another type. */
export type Capability = 'generate' | 'check' | 'convert';

export interface SecretTypeDescriptor {
  readonly type: string;
  /** For people: `OpenSSH private key`. */
  readonly title: string;
  /**
   * A value that can be converted is made of another and never stored as such. One that can be checked is checked as
   * soon as it is read, and used by nothing before.
   */
  readonly can: readonly Capability[];
  /** Types that `from` may name for it; none where it cannot be converted. */
  readonly convertsFrom: readonly string[];
  /** Options of `generate`; those of a type that cannot be generated are none. */
  readonly options: Readonly<Record<string, OptionDescriptor>>;
  readonly result: 'text' | 'binary';
  /** Suffix of the name of a temporary file, by format; `default` if there is no format. Left out: none. */
  readonly suffix?: Readonly<Partial<Record<'default' | 'pem' | 'der', string>>>;
  /** What `format` may export it as. The first is the default; none where the form is fixed. */
  readonly formats: readonly ('pem' | 'der')[];
  /** What `credentials` may bind to other secrets. */
  readonly roles: readonly string[];
}

/** One option of `generate`. Without default and not required: left out of the plan where the author left it out. */
export type OptionDescriptor = (CountOption | ChoiceOption | TextOption | ListOption) & {
  readonly required?: boolean;
  /** Valid only while the option `algorithm` is this. */
  readonly onlyFor?: string;
};

export interface CountOption {
  readonly kind: 'count';
  readonly minimum: number;
  readonly maximum: number;
  /** Only these, where not all between the limits will do. */
  readonly values?: readonly number[];
  readonly default?: number;
}
export interface ChoiceOption {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly default?: string;
}
export interface TextOption {
  readonly kind: 'text';
  /** A shell executes it. */
  readonly isCommand?: true;
  readonly default?: string;
  /** What a value must be, as a clause after `must`, or null. */
  readonly refuses?: (text: string) => string | null;
}
/** Without repetitions, at least one. `values`: only these, and their order means nothing. */
export interface ListOption {
  readonly kind: 'list';
  readonly values?: readonly string[];
  readonly default?: readonly string[];
  readonly refuses?: (entry: string) => string | null;
}

/** A value with more characters or bytes than this is not a secret but an error. */
export const MOST = 2 ** 20;
