/** How objects of the library print themselves: with their names, and facts that hold no value. */

/** `inspect.custom` of node:util, without loading it; Bun knows it, too. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

type Inspect = (value: unknown, options?: object) => string;

/** The classes of a minified bundle have other names, which runtimes show. */
export function nameAs(name: string, shown: abstract new (...given: never[]) => object): void {
  Object.defineProperty(shown, 'name', { value: name, configurable: true });
}

/**
 * Moves getters to where `inspect` does not look for them, whatever its options: beyond a prototype that has the constructor of a built-in
 * class it reads nothing.
 */
export function hideGetters(prototype: object, names: readonly string[]): void {
  const hidden = Object.create(Object.getPrototypeOf(prototype), { constructor: { value: Object } });
  for (const name of names) {
    const getter = Object.getOwnPropertyDescriptor(prototype, name);
    if (getter !== undefined) Object.defineProperty(hidden, name, getter);
    Reflect.deleteProperty(prototype, name);
  }
  Object.setPrototypeOf(prototype, hidden);
}

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
