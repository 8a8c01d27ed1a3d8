/**
 * Infisical in memory, as the server's own code has it (version 4 of the secrets API): folders, imports, references, versions,
 * personal values, machine identities, rights, approval policies, and its errors.
 */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

interface Secret {
  readonly versions: string[];
}
/** A folder is its environment and its path: `dev:/tool/demo`. */
type FolderName = string;
interface Asked {
  readonly environment: string;
  readonly secretPath: string;
  readonly key: string;
  readonly option: (name: string) => string;
  readonly json: Readonly<Record<string, string | undefined>>;
}

export class FakeInfisical {
  readonly project = 'b2f1c3d4-0000-4000-8000-000000000001';
  readonly tokens = new Set(['canary-token']);
  /** By client id: its secret, and for how many sign-ins it is valid. */
  readonly identities = new Map([['machine', { secret: 'canary-secret', uses: Number.POSITIVE_INFINITY }]]);
  /** Requests with one access token, as an identity may limit them. */
  usesOfToken = Number.POSITIVE_INFINITY;
  /** Seconds; 0 for ever. */
  tokenLasts = 7200;
  /** `describeSecret`, `readValue`, `create`, `edit`, `delete`, or `folders`. */
  denies: (right: string, path: string) => boolean = () => false;
  /** Folders with an approval policy. */
  readonly guarded = new Set<FolderName>();
  readonly imports = new Map<FolderName, FolderName[]>();
  /** Values of the signed-in user alone, by folder and key. */
  readonly personal = new Map<string, string>();
  /** An older server: a folder that does not exist is an empty list. */
  isOld = false;
  /** Called once before the next change: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  readonly #folders = new Map<FolderName, Map<string, Secret>>();
  readonly #usesLeft = new Map<string, number>();

  constructor() {
    this.makeFolder('default', '/');
  }

  /** Stores a version, as another client would; what it is in is created with it. */
  put(environment: string, path: string, text: string): void {
    const end = path.lastIndexOf('/');
    const folder = this.makeFolder(environment, path.slice(0, end) || '/');
    const secret = folder.get(path.slice(end + 1)) ?? { versions: [] };
    secret.versions.push(text);
    folder.set(path.slice(end + 1), secret);
  }

  makeFolder(environment: string, path: string): Map<string, Secret> {
    const parts = path.split('/').filter(Boolean);
    for (let length = 0; length <= parts.length; length++) {
      const name = `${environment}:/${parts.slice(0, length).join('/')}`;
      if (!this.#folders.has(name)) this.#folders.set(name, new Map());
    }
    return this.#folders.get(`${environment}:${path}`) ?? new Map();
  }

  state(): unknown {
    return [...this.#folders].map(([name, secrets]) => [name, ...[...secrets].map(([key, held]) => [key, held])]);
  }

  answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const url = new URL(path, 'https://infisical.test');
    const json = body === '' ? {} : JSON.parse(body);
    if (url.pathname === '/api/v1/auth/universal-auth/login' && method === 'POST') return this.#login(json);
    const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
    const refusal = this.#refusal(token);
    if (refusal !== null) return refusal;
    const option = (name: string) => url.searchParams.get(name) ?? '';
    if ((json.projectId ?? option('projectId')) !== this.project)
      return error(404, 'NotFound', `Project with ID '${json.projectId ?? option('projectId')}' not found`);
    const asked: Asked = {
      environment: (json.environment ?? option('environment')).trim(),
      secretPath: withoutEnd((json.secretPath ?? (option('secretPath') || '/')).trim()),
      key: decodeURIComponent(url.pathname.slice('/api/v4/secrets/'.length)),
      option,
      json,
    };
    if (url.pathname === '/api/v2/folders') return method === 'GET' ? this.#listFolders(asked) : this.#addFolder(asked);
    if (url.pathname === '/api/v4/secrets' && method === 'GET') return this.#list(asked);
    if (!url.pathname.startsWith('/api/v4/secrets/') || asked.key.includes('/'))
      return error(404, 'Not Found', `Route ${method}:${url.pathname} not found`);
    if (method === 'GET') return this.#get(asked);
    this.meanwhile?.();
    this.meanwhile = null;
    return this.#change(method, asked);
  }

  #login({ clientId = '', clientSecret = '' }: Readonly<Record<string, string>>): FakeResponse {
    const identity = this.identities.get(clientId);
    if (identity?.secret !== clientSecret) return error(401, 'Unauthorized', 'Invalid credentials');
    if (identity.uses-- <= 0)
      return error(401, 'Unauthorized', 'Access denied due to client secret usage limit reached');
    const accessToken = `canary-access-${this.tokens.size}`;
    this.tokens.add(accessToken);
    this.#usesLeft.set(accessToken, this.usesOfToken);
    const body = { accessToken, expiresIn: this.tokenLasts, accessTokenMaxTTL: 2_592_000, tokenType: 'Bearer' };
    return { status: 200, body };
  }

  #refusal(token: string): FakeResponse | null {
    if (!this.tokens.has(token)) return error(403, 'TokenError', 'Your token has expired. Please re-authenticate.');
    const left = this.#usesLeft.get(token) ?? Number.POSITIVE_INFINITY;
    if (left <= 0) return error(401, 'Unauthorized', 'Access token usage limit reached');
    this.#usesLeft.set(token, left - 1);
    return null;
  }

  #list({ environment, secretPath, option }: Asked): FakeResponse {
    if (this.denies('describeSecret', '')) return notAllowed('describeSecret');
    const isValue = option('viewSecretValue') !== 'false';
    const name = `${environment}:${secretPath}`;
    const below = secretPath === '/' ? name : `${name}/`;
    const isIn = (other: string) => other === name || (option('recursive') === 'true' && other.startsWith(below));
    const folders = [...this.#folders].filter(([other]) => isIn(other));
    if (folders.length === 0)
      return this.isOld
        ? { status: 200, body: { secrets: [], imports: [] } }
        : noFolder(secretPath, environment, 'SecretPathNotFound');
    const secrets: Readonly<Record<string, unknown>>[] = [];
    for (const [folder, held] of folders)
      for (const key of held.keys()) {
        const path = pathIn(folder, key);
        if (this.denies('describeSecret', path)) continue;
        if (isValue && this.denies('readValue', path)) return notAllowed('readValue');
        secrets.push(this.#shown(folder, key, isValue));
        const own = this.personal.get(`${folder} ${key}`);
        if (own !== undefined)
          secrets.push({ ...this.#shown(folder, key, isValue), secretValue: own, type: 'personal' });
      }
    return { status: 200, body: { secrets, imports: wantsImports(option) ? this.#imported(name, isValue) : [] } };
  }

  #imported(name: FolderName, isValue: boolean): unknown[] {
    return (this.imports.get(name) ?? []).map((other) => ({
      environment: other.split(':')[0],
      secretPath: other.split(':')[1],
      secrets: [...(this.#folders.get(other)?.keys() ?? [])].map((key) => this.#shown(other, key, isValue)),
    }));
  }

  #get({ environment, secretPath, key, option }: Asked): FakeResponse {
    const name = `${environment}:${secretPath}`;
    const folder = this.#folders.get(name);
    if (folder === undefined) return noFolder(secretPath, environment, 'GetSecretByName');
    const path = pathIn(name, key);
    if (this.denies('describeSecret', path)) return notAllowed('describeSecret');
    const version = option('version') === '' ? undefined : Number(option('version'));
    const others = wantsImports(option) ? (this.imports.get(name) ?? []) : [];
    const source = [name, ...[...others].reverse()].find((other) => this.#folders.get(other)?.has(key));
    const held = source === undefined ? undefined : this.#folders.get(source)?.get(key);
    if (
      source === undefined ||
      held === undefined ||
      (version !== undefined && held.versions[version - 1] === undefined)
    )
      return error(404, 'NotFound', `Secret with name '${key}' not found`);
    if (this.denies('readValue', path))
      return error(
        403,
        'ForbiddenReadSecretError',
        `You do not have permission to view secret value on secret with name '${key}'`,
      );
    return { status: 200, body: { secret: this.#shown(source, key, true, version) } };
  }

  /** Names that other values refer to are replaced, if they exist. A value that is not asked for is hidden. */
  #shown(folder: FolderName, key: string, isValue: boolean, version?: number): Readonly<Record<string, unknown>> {
    const versions = this.#folders.get(folder)?.get(key)?.versions ?? [];
    const raw = versions[(version ?? versions.length) - 1] ?? '';
    const expanded = raw.replace(/\$\{([a-zA-Z0-9-_]+)\}/g, (whole, other: string) => {
      return this.#folders.get(folder)?.get(other)?.versions.at(-1) ?? whole;
    });
    const isHidden = !isValue || this.denies('hides', pathIn(folder, key));
    return {
      id: `id of ${key}`,
      secretKey: key,
      secretValue: isHidden ? '<hidden-by-infisical>' : expanded,
      secretValueHidden: isHidden,
      secretPath: folder.split(':')[1],
      version: version ?? versions.length,
      type: 'shared',
    };
  }

  #change(method: string, { environment, secretPath, key, json }: Asked): FakeResponse {
    const name = `${environment}:${secretPath}`;
    const folder = this.#folders.get(name);
    if (folder === undefined) return noFolder(secretPath, environment, 'SecretChange');
    const held = folder.get(key);
    if (method === 'POST' && held !== undefined) return error(400, 'BadRequest', 'Secret already exist');
    if (method !== 'POST' && held === undefined) return error(404, 'NotFound', `Secret with name ${key} not found`);
    if (method === 'POST' && /[ :/]/.test(key))
      return error(422, 'ValidationFailure', [{ message: 'Secret name cannot contain spaces.' }]);
    const right = { POST: 'create', PATCH: 'edit', DELETE: 'delete' }[method] ?? '';
    if (this.denies(right, pathIn(name, key))) return notAllowed(right);
    if (this.guarded.has(name)) return { status: 200, body: { approval: { id: 'approval', status: 'open' } } };
    if (method === 'DELETE') folder.delete(key);
    else {
      const value = json['secretValue'] ?? '';
      if (/\$\{([a-zA-Z0-9-_]+)\}/.test(value)) return error(400, 'BadRequest', 'Referenced secret not found');
      const kept = value.endsWith('\n') ? `${value.trim()}\n` : value.trim();
      folder.set(key, { versions: [...(held?.versions ?? []), kept] });
    }
    return {
      status: 200,
      body: { secret: { secretKey: key, secretValue: json['secretValue'] ?? '', type: 'shared' } },
    };
  }

  #listFolders({ environment }: Asked): FakeResponse {
    if (!this.#folders.has(`${environment}:/`)) return noEnvironment(environment, this.project);
    return { status: 200, body: { folders: [] } };
  }

  /** Creates what it is in, too, and nothing that exists. */
  #addFolder({ environment, json }: Asked): FakeResponse {
    const path = `${withoutEnd(json['path'] ?? '/')}/${json['name'] ?? ''}`.replace(/^\/\//, '/');
    if (this.denies('folders', path)) return notAllowed('create on secret-folders');
    if (!this.#folders.has(`${environment}:/`)) return noEnvironment(environment, this.project);
    if (!/^[a-zA-Z0-9-_]+$/.test(json['name'] ?? ''))
      return error(422, 'ValidationFailure', [{ message: 'Invalid folder name.' }]);
    this.makeFolder(environment, path);
    return { status: 200, body: { folder: { name: json['name'], path } } };
  }
}

function wantsImports(option: Asked['option']): boolean {
  return option('include_imports') === 'true' || option('includeImports') === 'true';
}

function pathIn(folder: FolderName, key: string): string {
  return `${folder.slice(folder.indexOf(':') + 1).replace(/^\/$/, '')}/${key}`;
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function noFolder(path: string, environment: string, name: string): FakeResponse {
  return error(404, name, `Folder with path '${path}' in environment with slug '${environment}' not found`);
}

function noEnvironment(environment: string, project: string): FakeResponse {
  return error(404, 'NotFound', `Environment with slug '${environment}' in project with ID '${project}' not found`);
}

function notAllowed(action: string): FakeResponse {
  return error(403, 'PermissionDenied', `You are not allowed to ${action} on secrets`);
}

function error(statusCode: number, name: string, message: unknown): FakeResponse {
  return { status: statusCode, body: { reqId: 'req-1', statusCode, message, error: name } };
}
