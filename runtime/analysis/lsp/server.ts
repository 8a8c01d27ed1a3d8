/** One conversation with an editor, from its first message to its end. Framing, cancellation and dispatch are the library's. */
import type { Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import {
  type CancellationToken,
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { ClientCapabilities } from 'vscode-languageserver-protocol';
import type { Claims } from '#schemas/stores/judge-spec.js';
import { processExists } from '../../files/process-exists.js';
import { claimsOf } from '../../inputs/claims.js';
import type { Variables } from '../../inputs/folders.js';
import { MANIFEST_NAME } from '../../version.js';
import { initializeResult } from './capabilities.js';
import { asRecord, type Editor, invalid } from './editor.js';
import { pathOf } from './file-uris.js';
import { FrameReader } from './frames.js';
import { OpenTexts } from './open-texts.js';
import { Publisher } from './publisher.js';
import { type PositionEncoding, encodingFor } from './text-positions.js';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** How often the process that started the server is looked for. */
const PARENT_CHECK_MS = 3_000;
/** How long nothing is answered until there is nothing more to answer. */
const QUIET_MS = 10;
/** Codes of the protocol that JSON-RPC does not have. */
const NOT_INITIALIZED = -32002;
const CANCELLED = -32800;

/** The exit code: 0 after `shutdown`, else 1. */
export function serveEditor(streams: Streams, variables: Variables): Promise<number> {
  return new Promise((resolve) => {
    new Server(streams, claimsOf(variables), resolve).listen();
  });
}

class Server {
  readonly #connection: MessageConnection;
  readonly #claims: Claims;
  readonly #end: (code: number) => void;
  readonly #texts = new OpenTexts(() => this.#encoding);
  readonly #publisher = new Publisher(
    () => this.#prepared(),
    this.#texts,
    (list) => this.#notify('textDocument/publishDiagnostics', list),
  );
  #state: 'new' | 'ready' | 'shut down' = 'new';
  #encoding: PositionEncoding = 'utf-16';
  #client: ClientCapabilities = {};
  /** The compiler is loaded after the answer to `initialize`, which needs nothing of it. */
  #editor: Promise<Editor> | null = null;
  #parentCheck: NodeJS.Timeout | null = null;
  /** Requests that are being answered. */
  #running = 0;

  constructor({ input, output }: Streams, claims: Claims, end: (code: number) => void) {
    this.#claims = claims;
    this.#end = (code) => {
      if (this.#parentCheck !== null) clearInterval(this.#parentCheck);
      this.#publisher.stop();
      end(code);
    };
    const writer = new StreamMessageWriter(output);
    const refuse = () => {
      const error = { code: ErrorCodes.ParseError, message: 'the message is not a JSON object' };
      writer.write({ jsonrpc: '2.0', id: null, error } as never).catch(() => {});
    };
    this.#connection = createMessageConnection(new FrameReader(input, refuse), writer);
    // The reader of the answers is gone.
    output.on('error', () => this.#finish());
    this.#connection.onClose(() => void this.#finishInTurn());
    // What is no message was answered, or could not be.
    this.#connection.onError(() => {});
  }

  listen(): void {
    this.#connection.onRequest((method, params, token) => this.#answer(method, params, token));
    this.#connection.onNotification((method, params) => this.#take(method, params));
    this.#connection.listen();
  }

  async #answer(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    this.#running++;
    try {
      return await this.#answered(method, params, token);
    } finally {
      this.#running--;
    }
  }

  async #answered(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
    if (method === 'initialize') return this.#initialize(params);
    if (this.#state === 'new') throw new ResponseError(NOT_INITIALIZED, 'the first request must be `initialize`');
    if (this.#state === 'shut down') throw invalidRequest('the server was shut down');
    if (method === 'shutdown') {
      this.#state = 'shut down';
      return null;
    }
    const { requests } = await import('./requests.js');
    const answer = requests.get(method);
    if (answer === undefined)
      throw new ResponseError(ErrorCodes.MethodNotFound, `there is no request \`${clipped(method)}\``);
    try {
      const editor = await this.#prepared();
      if (token.isCancellationRequested) throw new ResponseError(CANCELLED, 'the request was cancelled');
      return await answer(editor, params);
    } catch (error) {
      // The text of an error that nobody expected may hold anything.
      throw error instanceof ResponseError
        ? error
        : new ResponseError(ErrorCodes.InternalError, `\`${method}\` failed`);
    }
  }

  #initialize(params: unknown) {
    if (this.#state !== 'new') throw invalidRequest('the server is initialized already');
    const { capabilities, processId } = asRecord(params);
    this.#client = asRecord(capabilities ?? {});
    this.#encoding = encodingFor(this.#client.general?.positionEncodings);
    this.#state = 'ready';
    this.#editor = this.#prepare(foldersIn(asRecord(params)));
    if (typeof processId === 'number') this.#follow(processId);
    return initializeResult(this.#encoding);
  }

  async #prepare(folders: readonly string[]): Promise<Editor> {
    await after(0);
    const { Manifests } = await import('./manifests.js');
    const manifests = await Manifests.over(this.#texts, () => this.#encoding, this.#claims);
    manifests.folders = folders;
    return { manifests, client: this.#client, userAliases: [] };
  }

  /** The server ends with the process that started it. */
  #follow(processId: number): void {
    this.#parentCheck = setInterval(() => {
      if (!processExists(processId)) this.#finish();
    }, PARENT_CHECK_MS);
    this.#parentCheck.unref();
  }

  /** A notification has no answer, so that one that makes no sense is passed over. */
  #take(method: string, params: unknown): void {
    if (method === 'exit') {
      this.#finish();
      return;
    }
    if (this.#state !== 'ready') return;
    try {
      this.#handle(method, params);
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
    }
  }

  #handle(method: string, params: unknown): void {
    switch (method) {
      case 'initialized':
        this.#register();
        void this.#readSettings();
        return;
      case 'textDocument/didOpen': {
        const { uri, version, text } = asRecord(asRecord(params)['textDocument']);
        if (typeof uri !== 'string' || typeof version !== 'number' || typeof text !== 'string')
          throw invalid('no text');
        this.#texts.open(uri, version, text);
        break;
      }
      case 'textDocument/didChange':
        this.#change(asRecord(params));
        break;
      case 'textDocument/didClose': {
        const { uri } = asRecord(asRecord(params)['textDocument']);
        if (typeof uri === 'string') this.#texts.close(uri);
        break;
      }
      case 'workspace/didChangeWatchedFiles': {
        const paths = pathsIn(asRecord(params)['changes']);
        this.#later(({ manifests }) => {
          for (const path of paths) manifests.foundOrLost(path);
        });
        break;
      }
      case 'workspace/didChangeWorkspaceFolders': {
        const { added, removed } = asRecord(asRecord(params)['event']);
        const [more, fewer] = [pathsIn(added), pathsIn(removed)];
        this.#later(({ manifests }) => manifests.changeFolders(more, fewer));
        break;
      }
      case 'workspace/didChangeConfiguration':
        void this.#readSettings();
        return;
      default:
        return;
    }
    this.#changed();
  }

  #change(params: Readonly<Record<string, unknown>>): void {
    const { uri, version } = asRecord(params['textDocument']);
    const { contentChanges } = params;
    if (typeof uri !== 'string' || typeof version !== 'number' || !Array.isArray(contentChanges))
      throw invalid('no change');
    this.#texts.change(uri, version, contentChanges.map(changeIn));
  }

  #changed(): void {
    if (this.#client.textDocument?.diagnostic === undefined) this.#publisher.changed();
    // One text may change what is found in another, which only the server knows.
    else if (this.#client.workspace?.diagnostics?.refreshSupport === true && this.#texts.all().length > 1)
      this.#ask('workspace/diagnostic/refresh', null);
  }

  #register(): void {
    if (this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const watchers = [{ globPattern: `**/${MANIFEST_NAME}` }];
    const method = 'workspace/didChangeWatchedFiles';
    this.#ask('client/registerCapability', {
      registrations: [{ id: 'manifests', method, registerOptions: { watchers } }],
    });
  }

  /** `tool.userAliases`: names of aliases that the user configuration has, which the server does not read. */
  async #readSettings(): Promise<void> {
    if (this.#client.workspace?.configuration !== true) return;
    const [settings] = (await this.#asked('workspace/configuration', { items: [{ section: 'tool' }] })) ?? [];
    const { userAliases } =
      typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>) : {};
    const names = Array.isArray(userAliases) ? userAliases.filter((name) => typeof name === 'string') : [];
    const editor = await this.#prepared();
    this.#editor = Promise.resolve({ ...editor, userAliases: names.slice(0, MOST_ALIASES) });
  }

  /** What the client answers; null if it does not. */
  async #asked(method: string, params: unknown): Promise<readonly unknown[] | null> {
    try {
      const answer: unknown = await this.#connection.sendRequest(method, params);
      return Array.isArray(answer) ? answer : null;
    } catch {
      return null;
    }
  }

  #ask(method: string, params: unknown): void {
    this.#connection.sendRequest(method, params).catch(() => {});
  }

  #notify(method: string, params: object): void {
    this.#connection.sendNotification(method, params).catch(() => {});
  }

  #later(work: (editor: Editor) => void): void {
    void this.#prepared().then(work);
  }

  #prepared(): Promise<Editor> {
    if (this.#editor === null) throw new ResponseError(NOT_INITIALIZED, 'the server is not initialized');
    return this.#editor;
  }

  /** What came before the end of the input is answered first; the library takes a message at a time. */
  async #finishInTurn(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.#running === 0 ? quiet + 1 : 0) await after(QUIET_MS);
    this.#finish();
  }

  #finish(): void {
    this.#end(this.#state === 'shut down' ? 0 : 1);
  }
}

const MOST_ALIASES = 1_000;

function foldersIn({ workspaceFolders, rootUri }: Readonly<Record<string, unknown>>): readonly string[] {
  const folders = pathsIn(workspaceFolders);
  const root = typeof rootUri === 'string' ? pathOf(rootUri) : null;
  return folders.length > 0 || root === null ? folders : [root];
}

function pathsIn(folders: unknown): readonly string[] {
  return urisIn(folders).flatMap((uri) => pathOf(uri) ?? []);
}

function urisIn(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const { uri } = asRecord(one);
    return typeof uri === 'string' ? [uri] : [];
  });
}

/** A change of the whole text, or of a range of it. */
function changeIn(change: unknown) {
  const { text, range } = asRecord(change);
  if (typeof text !== 'string') throw invalid('a change has a `text`');
  if (range === undefined) return { text };
  const { start, end } = asRecord(range);
  return { text, range: { start: pointIn(start), end: pointIn(end) } };
}

function pointIn(position: unknown) {
  const { line, character } = asRecord(position);
  if (typeof line !== 'number' || typeof character !== 'number') throw invalid('a position has a line and a character');
  return { line: Math.max(0, Math.trunc(line)), character: Math.max(0, Math.trunc(character)) };
}

function invalidRequest(message: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.InvalidRequest, message);
}

/** A method may be any text. */
function clipped(method: string): string {
  return method.slice(0, 100).replace(/[^\w$/.-]/gu, '?');
}
