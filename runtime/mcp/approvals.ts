/** Approvals that come back through a client: each is for one call, counts once, and expires. */
import { createHash, randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';

const LIFE_SECONDS = 600;
const KEY_BYTES = 32;

/** What the question was about, and which question it was. */
interface Asked {
  readonly call: string;
  readonly id: string;
}

export class Approvals {
  // The key lives as long as the server: what it signed is of no use to any other.
  readonly #codec = createRequestStateCodec({ key: randomBytes(KEY_BYTES), ttlSeconds: LIFE_SECONDS });
  readonly #open = new Map<string, NodeJS.Timeout>();

  /** The state that goes with a question about this call. */
  async begin(call: string): Promise<string> {
    const id = randomBytes(KEY_BYTES).toString('base64url');
    const timer = setTimeout(() => this.#open.delete(id), LIFE_SECONDS * 1_000);
    this.#open.set(id, timer.unref());
    const asked: Asked = { call: digest(call), id };
    return this.#codec.mint(asked);
  }

  /** Whether this state came with a question about this call that was not answered yet. From then on it was. */
  async redeem(state: string, call: string): Promise<boolean> {
    try {
      const asked = (await this.#codec.verify(state, NO_CONTEXT)) as Asked;
      const timer = this.#open.get(asked.id);
      clearTimeout(timer);
      return this.#open.delete(asked.id) && asked.call === digest(call);
    } catch {
      return false;
    }
  }
}

/** The codec hands it to a binding, which it has none of. */
const NO_CONTEXT = {} as never;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
