/** What a Secret Service asks the user: to unlock something, or whether a program may do something. */
import { StoreFailureError } from '../store-failure.js';
import { BusFault } from './bus/bus-fault.js';
import type { Received } from './bus/message.js';
import { asText, type BusValue, Variant } from './bus/values.js';
import { LOCKED, REFUSED } from './keyring-failure.js';
import { DESTINATION, INTERFACE, NONE, SERVICE, type ServiceSession } from './service-session.js';

export class ServicePrompts {
  readonly #session: ServiceSession;
  /** Not yet unlocked: those that are waiting together share one prompt. */
  readonly #locked: string[] = [];
  #before: Promise<void> = Promise.resolve();
  #isDismissed: boolean;

  /** Where nothing may be unlocked, it is as if the user had dismissed the prompt. */
  constructor(session: ServiceSession, mayUnlock: boolean) {
    this.#session = session;
    this.#isDismissed = !mayUnlock;
  }

  /** Unlocks an item or a collection. After the user has dismissed one prompt to unlock, no other is shown. */
  unlock(path: string): Promise<void> {
    this.#locked.push(path);
    const unlocked = this.#before.then(() => this.#unlockAll());
    this.#before = unlocked.catch(() => {});
    return unlocked;
  }

  /** Waits for what the user decides, if there is a prompt: its result, or null. A dismissed one is a refusal. */
  async decided(prompt: string): Promise<BusValue | null> {
    if (prompt === NONE) return null;
    const { isDismissed, result } = await this.#answerTo(prompt);
    if (isDismissed) throw new StoreFailureError(REFUSED.failure);
    return result;
  }

  async #unlockAll(): Promise<void> {
    if (this.#isDismissed) throw new StoreFailureError(LOCKED.failure);
    const paths = this.#locked.splice(0);
    if (paths.length === 0) return;
    const [, prompt] = await this.#session.call(SERVICE, 'Service', 'Unlock', 'ao', [paths]);
    if (prompt === NONE) return;
    this.#isDismissed = (await this.#answerTo(asText(prompt))).isDismissed;
    if (this.#isDismissed) throw new StoreFailureError(LOCKED.failure);
  }

  async #answerTo(prompt: string): Promise<{ readonly isDismissed: boolean; readonly result: BusValue | null }> {
    const { bus } = this.#session;
    await bus.subscribe(`type='signal',interface='${INTERFACE}.Prompt',member='Completed',path='${prompt}'`);
    await bus.subscribe(`type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${DESTINATION}'`);
    const isAnswer = ({ path, member }: Received) => path === prompt && member === 'Completed';
    const isEnd = ({ member, body }: Received) => member === 'NameOwnerChanged' && body[0] === DESTINATION;
    const [signal] = await Promise.all([
      bus.signal((signal) => isAnswer(signal) || isEnd(signal)),
      this.#session.call(prompt, 'Prompt', 'Prompt', 's', ['']),
    ]);
    if (isEnd(signal)) throw new BusFault('unreachable', 'the keyring ended while it was prompting');
    const [isDismissed, result] = signal.body;
    return { isDismissed: isDismissed !== false, result: result instanceof Variant ? result.value : null };
  }
}
