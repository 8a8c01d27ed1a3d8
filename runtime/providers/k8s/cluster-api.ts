/** Requests to a cluster, signed in as its user: the connection is made and the sign-in renewed as the kubeconfig says. */
import type { ApiRequest } from '../bases/api-request.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { lastingSignIn, type SignIn } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { type Cluster, findCluster } from './cluster.js';
import { type ExecCredential, type ExecPlugin, runExecPlugin } from './exec-plugin.js';
import { type TokenFile, tokenIn } from './user.js';

/** A file of a token may change at any time (providers-cloud 3.12 (5)). */
const TOKEN_FILE_MS = 60_000;

export class ClusterApi {
  readonly #context: string;
  readonly #ports: ProviderPorts;
  readonly #api: HttpApi;
  #cluster: Promise<Cluster | Failed> | null = null;
  /** Of the program that signs in, until the sign-in takes it. */
  #credential: Promise<ExecCredential | Failed> | null = null;
  /** A certificate is part of the connection. */
  #certificate: ExecCredential['certificate'] = null;
  #isConnected = false;

  constructor(context: string, ports: ProviderPorts) {
    this.#context = context;
    this.#ports = ports;
    this.#api = new HttpApi(ports.http, {
      product: 'Kubernetes',
      server: () => this.#server(),
      signIn: (call) => this.#signIn(call),
      isExpired: ({ status }) => status === 401,
      messageOf: (body) => statusOf(body)?.message ?? null,
      trustHelp: 'name its authority in the `certificate-authority` of the kubeconfig',
      plainHelp: 'correct the `server` of the cluster in the kubeconfig',
    });
  }

  /** What the kubeconfig says; contacts no server. */
  async cluster(): Promise<Cluster | Failed> {
    this.#cluster ??= findCluster(this.#context, this.#ports);
    const cluster = await this.#cluster;
    // The file may be there, or be correct, for the next call.
    if (cluster.kind === 'failed') this.#cluster = null;
    return cluster;
  }

  async ask(request: ApiRequest, call: Call): Promise<Reply | Failed> {
    const cluster = await this.cluster();
    if (cluster.kind === 'failed') return cluster;
    const problem = this.#isConnected ? null : await this.#prepare(cluster, call);
    if (problem !== null) return problem;
    const headers = { accept: 'application/json', ...request.headers };
    return this.#api.ask({ ...request, path: `${cluster.basePath}${request.path}`, headers }, call);
  }

  failureOf(reply: Reply, help?: string): Failed {
    return this.#api.failureOf(reply, help);
  }

  malformed(reply: Reply): Failed {
    return this.#api.malformed(reply);
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** A program that signs in may give the certificate of the connection, so it is run before. */
  async #prepare({ user: { signIn } }: Cluster, call: Call): Promise<Failed | null> {
    if (signIn.kind === 'exec') {
      const credential = await this.#runPlugin(signIn, call);
      if (credential.kind === 'failed') return credential;
      this.#certificate = credential.certificate;
    }
    this.#isConnected = true;
    return null;
  }

  async #server() {
    const cluster = await this.cluster();
    if (cluster.kind === 'failed') return cluster;
    return { ...cluster.server, tls: { ...cluster.server.tls, ...this.#certificate }, passingStatuses: [500] };
  }

  async #signIn(call: Call): Promise<SignIn | Failed> {
    const cluster = await this.cluster();
    if (cluster.kind === 'failed') return cluster;
    const { signIn, headers } = cluster.user;
    switch (signIn.kind) {
      case 'nothing':
        return lastingSignIn(headers);
      case 'authorization':
        return lastingSignIn({ ...headers, authorization: signIn.header });
      case 'token file':
        return this.#withTokenFile(signIn, headers);
      case 'exec':
        return this.#withPlugin(signIn, headers, call);
    }
  }

  async #withTokenFile(file: TokenFile, headers: SignIn['headers']): Promise<SignIn | Failed> {
    const token = await tokenIn(file, this.#ports);
    return typeof token === 'string' ? renewable(headers, token, Date.now() + TOKEN_FILE_MS) : token;
  }

  async #withPlugin(plugin: ExecPlugin, headers: SignIn['headers'], call: Call): Promise<SignIn | Failed> {
    const credential = await this.#runPlugin(plugin, call);
    this.#credential = null;
    if (credential.kind === 'failed') return credential;
    if (credential.token === null) return lastingSignIn(headers);
    return renewable(headers, credential.token, credential.until);
  }

  /** One at a time; what it gave is used once for the connection and once for the sign-in. */
  async #runPlugin(plugin: ExecPlugin, call: Call): Promise<ExecCredential | Failed> {
    const run = async () => {
      const cluster = await this.cluster();
      return cluster.kind === 'failed' ? cluster : runExecPlugin(plugin, cluster, this.#ports, call);
    };
    this.#credential ??= run();
    const credential = await this.#credential;
    if (credential.kind === 'failed') this.#credential = null;
    return credential;
  }
}

/** What the API server says of a request that failed. */
export interface Status {
  readonly reason: string;
  readonly message: string;
  /** Of `Invalid`: reasons and fields. Their messages may quote a value. */
  readonly causes: readonly { readonly reason: string; readonly field: string }[];
  /** What is missing, of `NotFound`. */
  readonly kind: string;
}

/** Null: the API server did not send this. */
export function statusOf(body: unknown): Status | null {
  const status = objectIn(body);
  if (status?.['kind'] !== 'Status' || typeof status['message'] !== 'string') return null;
  const details = objectIn(status['details']);
  const causes = Array.isArray(details?.['causes']) ? details['causes'].map(objectIn) : [];
  return {
    reason: String(status['reason'] ?? ''),
    message: status['message'],
    causes: causes.map((cause) => ({ reason: String(cause?.['reason'] ?? ''), field: String(cause?.['field'] ?? '') })),
    kind: String(details?.['kind'] ?? ''),
  };
}

function renewable(headers: SignIn['headers'], token: string, until: number): SignIn {
  const uses = Number.POSITIVE_INFINITY;
  return {
    kind: 'signed-in',
    headers: { ...headers, authorization: `Bearer ${token}` },
    uses,
    until,
    isRenewable: true,
  };
}
