/** AWS Secrets Manager in memory, as its documentation describes it: versions, deletion, batches, limits. */
import { ACCOUNT, AwsFault, FakeAws, type Input, type Outcome } from './aws.js';

interface Version {
  readonly id: string;
  readonly SecretString?: string;
  readonly SecretBinary?: string;
}
interface FakeSecret {
  readonly ARN: string;
  readonly options: Input;
  versions: Version[];
  isDeleted: boolean;
}

export class FakeSecretsManager extends FakeAws {
  readonly secrets = new Map<string, FakeSecret>();
  /** How many secrets a page of a batch has. */
  pageSize = 20;
  /** What becomes of a secret in a batch alone. */
  inBatch: (id: string) => AwsFault | null = () => null;
  #ids = 0;

  /** Lays a secret out, as another client would; null: without a version. */
  put(name: string, content: string | Uint8Array | null): FakeSecret {
    const secret = this.secrets.get(name) ?? this.#made(name, {});
    if (typeof content === 'string') secret.versions.push({ id: `version-${this.#ids++}`, SecretString: content });
    else if (content !== null)
      secret.versions.push({ id: `version-${this.#ids++}`, SecretBinary: Buffer.from(content).toString('base64') });
    return secret;
  }

  state(): unknown {
    return [...this.secrets];
  }

  protected perform(operation: string, input: Input): Outcome {
    const names = input['SecretIdList'];
    const id = String(input['SecretId'] ?? input['Name'] ?? '*');
    const denial = this.denial(operation, id);
    if (denial !== null) return denial;
    if (operation === 'GetSecretValue') return this.#get(id);
    if (operation === 'BatchGetSecretValue') return this.#batch(names as string[], String(input['NextToken'] ?? '0'));
    if (operation === 'CreateSecret') return this.#create(id, input);
    return operation === 'PutSecretValue' ? this.#putValue(id, input) : new AwsFault('UnknownOperationException');
  }

  #get(id: string): Outcome {
    const secret = this.#named(id);
    const version = secret?.versions.at(-1);
    if (secret?.isDeleted === true)
      return new AwsFault('InvalidRequestException', 'You can’t perform this operation: it was marked for deletion.');
    if (secret === undefined || version === undefined)
      return new AwsFault('ResourceNotFoundException', 'Secrets Manager can’t find the specified secret.');
    const { id: VersionId, ...content } = version;
    return { ARN: secret.ARN, Name: this.#nameOf(secret), VersionId, ...content };
  }

  #batch(ids: readonly string[], token: string): Outcome {
    if (ids.length > 20) return new AwsFault('InvalidParameterException', 'too many ids');
    const start = Number(token);
    const [SecretValues, Errors]: [unknown[], unknown[]] = [[], []];
    for (const id of ids.slice(start, start + this.pageSize)) {
      const got = this.inBatch(id) ?? this.denial('GetSecretValue', id) ?? this.#get(id);
      if (got instanceof AwsFault) Errors.push({ SecretId: id, ErrorCode: got.code, Message: got.message });
      else SecretValues.push(got);
    }
    const isLast = start + this.pageSize >= ids.length;
    return { SecretValues, Errors, ...(!isLast && { NextToken: String(start + this.pageSize) }) };
  }

  #create(name: string, { SecretString, SecretBinary, ClientRequestToken, ...options }: Input): Outcome {
    const there = this.secrets.get(name);
    if (there?.isDeleted === true)
      return new AwsFault('InvalidRequestException', 'a secret with this name is already scheduled for deletion.');
    if (there !== undefined) return new AwsFault('ResourceExistsException', 'the secret already exists');
    const secret = this.#made(name, options);
    return this.#added(secret, { SecretString, SecretBinary, ClientRequestToken });
  }

  #putValue(id: string, input: Input): Outcome {
    const secret = this.#named(id);
    if (secret === undefined) return new AwsFault('ResourceNotFoundException');
    if (secret.isDeleted) return new AwsFault('InvalidRequestException', 'it was marked for deletion');
    return this.#added(secret, input);
  }

  /** A version never changes: its id with another content is an error, with the same it is done. */
  #added(secret: FakeSecret, { SecretString, SecretBinary, ClientRequestToken }: Input): Outcome {
    const id = String(ClientRequestToken);
    if (!/^[0-9a-f-]{32,64}$/.test(id)) return new AwsFault('InvalidParameterException', 'token');
    const content = {
      ...(typeof SecretString === 'string' && { SecretString }),
      ...(typeof SecretBinary === 'string' && { SecretBinary }),
    };
    const size = Buffer.byteLength(content.SecretString ?? Buffer.from(content.SecretBinary ?? '', 'base64'));
    if (size === 0 || size > 65_536) return new AwsFault('InvalidParameterException', 'length');
    const same = secret.versions.find((version) => version.id === id);
    const isSame = JSON.stringify(same) === JSON.stringify({ id, ...content });
    if (same !== undefined && !isSame) return new AwsFault('ResourceExistsException', 'versions cannot be changed');
    if (same === undefined) secret.versions.push({ id, ...content });
    return { ARN: secret.ARN, Name: this.#nameOf(secret), VersionId: id };
  }

  #made(name: string, options: Input): FakeSecret {
    const ARN = `arn:aws:secretsmanager:eu-central-1:${ACCOUNT}:secret:${name}-AbCdEf`;
    const secret: FakeSecret = { ARN, options, versions: [], isDeleted: false };
    this.secrets.set(name, secret);
    return secret;
  }

  /** By name, ARN, or an ARN without the six characters at its end. */
  #named(id: string): FakeSecret | undefined {
    const byArn = [...this.secrets.values()].find(({ ARN }) => ARN === id || ARN === `${id}-AbCdEf`);
    return this.secrets.get(id) ?? byArn;
  }

  #nameOf(secret: FakeSecret): string {
    return [...this.secrets].find(([, one]) => one === secret)?.[0] ?? '';
  }
}
