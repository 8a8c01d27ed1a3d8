/** How a connection ended. */

export type Ending =
  /** As `rpc.shutdown` asked, after its answer. */
  | { readonly kind: 'shutdown' }
  /** The other side closed its end between two lines. */
  | { readonly kind: 'end of input' }
  /** This side ended it. */
  | { readonly kind: 'closed' }
  /** A rule was broken. `reason` completes "it": `sent a line that is not UTF-8`. Never text of the other side. */
  | { readonly kind: 'fault'; readonly reason: string };

/** What requests that were under way fail with: nobody knows what came of them. */
export class ConnectionEnded extends Error {
  readonly ending: Ending;
  constructor(ending: Ending) {
    super(ending.kind === 'fault' ? `the other side ${ending.reason}` : 'the connection has ended');
    this.name = 'ConnectionEnded';
    this.ending = ending;
  }
}
