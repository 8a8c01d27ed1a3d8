/** One revision's side of the connection, as the library sees it. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

type Deliver = NonNullable<Transport['onmessage']>;

export class Channel implements Transport {
  // Set by the library.
  onmessage?: Deliver;
  onclose?: () => void;
  readonly #write: (message: JSONRPCMessage) => void;

  constructor(write: (message: JSONRPCMessage) => void) {
    this.#write = write;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }
}
