/** How objects of the library print themselves: with facts that hold no value. */

/** `inspect.custom` of node:util, without loading it; Bun knows it, too. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

type Inspect = (value: unknown, options?: object) => string;

/** Not a member that their declarations show. */
export function printsAs<T extends object>(name: string, prototype: T, factsOf: (of: T) => object): void {
  Object.defineProperty(prototype, INSPECT, {
    // `inspect` comes from Node, with the options of the call: depth and colours.
    value(this: T, depth: number, options: object, inspect?: Inspect) {
      const facts = factsOf(this);
      if (inspect === undefined) return facts;
      return depth < 0 ? `[${name}]` : `${name} ${inspect(facts, options)}`;
    },
  });
}
