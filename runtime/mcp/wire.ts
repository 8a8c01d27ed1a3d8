/**
 * Both revisions on one pair of streams. The library serves both, but keeps a connection to the one that its first message has;
 * here each request is read by what it carries, so each revision has a channel of its own.
 */
import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { Channel } from './channel.js';
import { Lines } from './lines.js';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** The revisions whose requests carry their version. */
const STATELESS = ['2026-07-28'];
const UNSUPPORTED_VERSION = -32022;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

type Id = string | number | null;

export class Wire {
  readonly handshake = new Channel((message) => this.#write(message));
  readonly stateless = new Channel((message) => this.#write(message));
  readonly #output: Writable;
  /** Resolves when nothing more can be asked or answered. */
  readonly ended: Promise<void>;

  constructor({ input, output }: Streams) {
    this.#output = output;
    this.ended = new Promise((resolve) => {
      const end = () => resolve();
      input.on('end', end).on('error', end).on('close', end);
      output.on('error', end);
    });
    const tooLong = () => this.#fail(null, INVALID_REQUEST, 'the message is too long');
    const lines = new Lines((line) => this.#take(line), tooLong);
    input.on('data', (chunk: Buffer) => lines.read(chunk));
  }

  async close(): Promise<void> {
    await this.handshake.close();
    await this.stateless.close();
  }

  #take(line: string): void {
    const read = jsonIn(line);
    if (read === undefined) {
      this.#fail(null, PARSE_ERROR, 'the message is not JSON');
      return;
    }
    try {
      this.#route(parseJSONRPCMessage(read));
    } catch {
      this.#fail(idIn(read), INVALID_REQUEST, 'the message is not a request of JSON-RPC 2.0');
    }
  }

  #route(message: JSONRPCMessage): void {
    const claimed = claimedVersion(message);
    if (claimed === undefined) {
      this.handshake.deliver(message);
      // A cancellation need not say which revision it is of.
      if ('method' in message && message.method === 'notifications/cancelled') this.stateless.deliver(message);
      return;
    }
    if (typeof claimed !== 'string' || STATELESS.includes(claimed)) {
      this.stateless.deliver(message);
      return;
    }
    const data = { supported: STATELESS, requested: claimed.slice(0, 100) };
    if ('id' in message) this.#fail(message.id ?? null, UNSUPPORTED_VERSION, 'Unsupported protocol version', data);
  }

  #fail(id: Id, code: number, message: string, data?: object): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
  }

  #write(message: object): void {
    if (!this.#output.destroyed && !this.#output.writableEnded) this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

/** Undefined for what is no JSON. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function claimedVersion(message: JSONRPCMessage): unknown {
  if (!('params' in message)) return undefined;
  const meta: unknown = message.params?.['_meta'];
  if (typeof meta !== 'object' || meta === null) return undefined;
  return (meta as Readonly<Record<string, unknown>>)[PROTOCOL_VERSION_META_KEY];
}

function idIn(read: unknown): Id {
  const id: unknown = typeof read === 'object' && read !== null && 'id' in read ? read.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
