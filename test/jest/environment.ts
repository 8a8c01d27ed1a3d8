/**
 * The environment of every test file: Jest's for Node, with an ordinary global object. Jest's own is a proxy, so each use of a global such
 * as `Object` or `JSON` calls a handler: a million of them take more than a second, and 20 ms here (Node 20.20).
 */
import { constants, createContext, runInContext } from 'node:vm';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

type Global = InstanceType<typeof NodeEnvironment>['global'];

/** From the process, as in Jest's environment: the modules of Node make and expect these. */
const OF_THE_PROCESS = { Buffer, ArrayBuffer, Uint8Array };
const STACK_TRACE_LIMIT = 30;

export default class OrdinaryEnvironment extends NodeEnvironment {
  constructor(...parameters: ConstructorParameters<typeof NodeEnvironment>) {
    super(...parameters);
    const proxied = this.global;
    this.context = createContext(constants.DONT_CONTEXTIFY);
    this.global = runInContext('globalThis', this.context) as Global;
    complete(this.global, proxied);
    // They would replace the timers of the proxy.
    this.fakeTimers = null;
    this.fakeTimersModern = null;
  }
}

/** Adds what a new global object lacks: what Node and Jest provide. */
function complete(global: Global, source: Global): void {
  for (const name of Reflect.ownKeys(source)) {
    const descriptor = Object.getOwnPropertyDescriptor(source, name);
    if (descriptor === undefined || Object.hasOwn(global, name)) continue;
    const { get, enumerable = false } = descriptor;
    const define = (value: unknown) =>
      Object.defineProperty(global, name, { value, enumerable, writable: true, configurable: true });
    // Some are loaded when they are first used.
    const load = () => Reflect.get(define(get?.call(source)), name);
    Object.defineProperty(global, name, get === undefined ? descriptor : { ...descriptor, get: load, set: define });
  }
  Object.assign(global, OF_THE_PROCESS, { global });
  // V8 of Node 20 has none; Node adds them to its own global object alone.
  for (const name of ['dispose', 'asyncDispose'] as const)
    if (global.Symbol[name] === undefined) Object.defineProperty(global.Symbol, name, { value: Symbol[name] });
  global.Error.stackTraceLimit = STACK_TRACE_LIMIT;
}
