/** Between a child and us: it writes to one end, this process reads the other. */
import type { InputSource } from '../../files/pipe-source.js';

export interface Channel {
  /** Given to the child. It stays open here until the child has ended, and is not inherited otherwise. */
  readonly childEnd: number;
  readonly source: InputSource;
  /** Called when the child has ended. */
  closeChildEnd(): void;
}
