/** What all requests of a session share: its plan, its log, and its stores, each of which is opened once. */
import type { CallerAccess } from '../access/caller.js';
import { chooseAll } from '../inputs/choice.js';
import type { Choice } from '../link/linked-plan.js';
import { StorePool } from '../stores/pool.js';
import type { Call } from './call.js';
import { baseFolderOf } from '../inputs/named-plan.js';
import { Opening } from './opening.js';
import { calledAccess } from './policy.js';
import type { SessionPorts } from './ports.js';
import { Recorder } from './recorder.js';
import { World } from './world.js';

/** What the stores of the session need; created with the first one. */
interface Used {
  readonly world: World;
  readonly pool: StorePool;
}

export class Shared {
  readonly call: Call;
  readonly access: CallerAccess;
  /** Everything that the call shows. */
  readonly choice: Choice;
  readonly opening: Opening;
  readonly recorder: Recorder;
  readonly #ports: SessionPorts;
  #used: Promise<Used> | null = null;
  #running = 0;

  constructor(call: Call, ports: SessionPorts) {
    this.call = call;
    this.#ports = ports;
    this.access = calledAccess(call);
    this.choice = chooseAll({ ...call.options, variables: call.variables });
    this.opening = new Opening(call, ports.warn);
    this.recorder = new Recorder((settings) => ports.openLog(settings, this.access, call.variables));
  }

  use(): Promise<Used> {
    this.#used ??= this.opening.name().then((named) => {
      const base = { reason: this.access.reason, folder: baseFolderOf(named), recorder: this.recorder };
      const world = new World(this.call, this.#ports, base);
      return { world, pool: new StorePool(world) };
    });
    return this.#used;
  }

  /** One operation. What a pipe provides may be another thing for the next one. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) (await this.#used)?.world.forget();
    }
  }

  /** Closes every store. What is used later is opened again. */
  async close(): Promise<void> {
    await (await this.#used)?.pool.close();
  }
}
