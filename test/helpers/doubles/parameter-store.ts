/** AWS Systems Manager Parameter Store in memory, as its documentation describes it: versions, labels, batches, paths, limits. */
import { ACCOUNT, AwsFault, FakeAws, type Input, type Outcome } from './aws.js';

interface FakeParameter {
  readonly type: string;
  readonly versions: string[];
  /** Label to version. */
  readonly labels: Map<string, number>;
  readonly options: Input;
}

export class FakeParameterStore extends FakeAws {
  readonly parameters = new Map<string, FakeParameter>();
  /** Whether a batch says which version each of its parameters is. */
  namesSelectors = true;

  /** Lays a parameter out, as another client would. */
  put(name: string, value: string, type = 'SecureString'): FakeParameter {
    const parameter: FakeParameter = this.parameters.get(name) ?? {
      type,
      versions: [],
      labels: new Map(),
      options: {},
    };
    parameter.versions.push(value);
    this.parameters.set(name, parameter);
    return parameter;
  }

  state(): unknown {
    return [...this.parameters];
  }

  protected perform(operation: string, input: Input): Outcome {
    if (operation === 'GetParameters') return this.#getMany(input['Names'] as string[]);
    const id = String(input['Name'] ?? input['Path']);
    const denial = this.denial(operation, id);
    if (denial !== null) return denial;
    if (operation === 'PutParameter') return this.#putOne(id, input);
    if (operation === 'GetParametersByPath') return this.#below(id, Number(input['NextToken'] ?? 0));
    return new AwsFault('UnknownOperationException');
  }

  #getMany(names: readonly string[]): Outcome {
    if (names.length > 10 || new Set(names).size !== names.length)
      return new AwsFault('ValidationException', 'between 1 and 10 names, each once');
    // One forbidden name makes the whole request fail.
    for (const name of names) {
      const denial = this.denial('GetParameters', name);
      if (denial !== null) return denial;
    }
    const found = names.map((id) => this.#found(id));
    return {
      Parameters: found.filter((one) => one !== null),
      InvalidParameters: names.filter((_, index) => found[index] === null),
    };
  }

  #found(id: string) {
    const bare = id.startsWith('arn:') ? id.replace(/^.*:parameter/, '') : id;
    const [name = '', pin] = bare.split(':');
    const parameter = this.parameters.get(name);
    if (parameter === undefined) return null;
    const version = pin === undefined ? parameter.versions.length : (parameter.labels.get(pin) ?? Number(pin));
    const value = parameter.versions[version - 1];
    if (value === undefined) return null;
    const selector = pin === undefined || !this.namesSelectors ? {} : { Selector: `:${pin}` };
    return { Name: name, ARN: arn(name), Type: parameter.type, Value: value, Version: version, ...selector };
  }

  #putOne(name: string, { Value, Type, Overwrite, ...options }: Input): Outcome {
    const there = this.parameters.get(name);
    const value = String(Value);
    if (value.length > (options['Tier'] === 'Standard' ? 4096 : 8192) || value === '')
      return new AwsFault('ValidationException', `value ${value} is too long`);
    if (there !== undefined && Overwrite !== true) return new AwsFault('ParameterAlreadyExists', 'it exists');
    if (there !== undefined && there.type !== Type) return new AwsFault('HierarchyTypeMismatchException', 'type');
    const parameter: FakeParameter = there ?? { type: String(Type), versions: [], labels: new Map(), options };
    parameter.versions.push(value);
    this.parameters.set(name, parameter);
    return { Version: parameter.versions.length, Tier: 'Standard' };
  }

  /** Ten to a page. */
  #below(path: string, start: number): Outcome {
    const names = [...this.parameters.keys()].filter((name) => {
      return name.startsWith(`${path}/`) && !name.slice(path.length + 1).includes('/');
    });
    const Parameters = names.slice(start, start + 10).map((name) => ({ Name: name, ARN: arn(name), Value: 'sealed' }));
    return { Parameters, ...(names.length > start + 10 && { NextToken: String(start + 10) }) };
  }
}

function arn(name: string): string {
  return `arn:aws:ssm:eu-central-1:${ACCOUNT}:parameter${name}`;
}
