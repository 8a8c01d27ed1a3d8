/** The methods that every protocol has: they open and end a session (semantics 15.6). */
import type { JsonObject } from './json-text.js';
import { LARGEST_FRAME, type Limits, MOST_IN_FLIGHT, type Method, SMALLEST_FRAME } from './method.js';
import { anyObject, integer, list, object, type Shaped, text } from './shape.js';

const name = text({ min: 1, max: 256 });
const party = object({ name, version: name });
const limits = object({
  max_frame_bytes: integer(SMALLEST_FRAME, LARGEST_FRAME),
  max_in_flight: integer(1, MOST_IN_FLIGHT),
});

export const initialize = {
  summary: 'Opens the session: version, limits and methods are agreed on.',
  params: object(
    {
      protocol: name,
      versions: list(integer(1), { min: 1, max: 64 }),
      client: party,
      limits,
      application: anyObject,
    },
    { client_methods: list(name, { max: 64, isSet: true }) },
  ),
  result: object({
    protocol: name,
    version: integer(1),
    server: party,
    methods: list(name, { max: 64, isSet: true }),
    capabilities: anyObject,
    limits,
    application: anyObject,
  }),
};
export const discover = {
  summary: 'This document; also before initialisation.',
  params: object({}),
  result: anyObject,
};
export const shutdown = {
  summary: 'Answered once accepted requests are, as the last message of the session.',
  params: object({}),
  result: object({}),
};
/** A notification. */
export const cancel = {
  summary: 'Gives up a request, which is answered with `cancelled` if it still runs.',
  params: object({ id: integer(1) }),
};

export type InitializeParams = Shaped<typeof initialize.params>;
export type Party = Shaped<typeof party>;

export function limitsToJson({ maxFrameBytes, maxInFlight }: Limits): JsonObject {
  return { max_frame_bytes: maxFrameBytes, max_in_flight: maxInFlight };
}

export function limitsIn(given: Shaped<typeof limits>): Limits {
  return { maxFrameBytes: given.max_frame_bytes, maxInFlight: given.max_in_flight };
}

export const sessionMethods = {
  'rpc.discover': discover,
  'rpc.initialize': initialize,
  'rpc.shutdown': shutdown,
} satisfies Readonly<Record<string, Method<unknown, unknown>>>;
