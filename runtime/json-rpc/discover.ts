/** The document that `rpc.discover` answers with: OpenRPC 1.3, made of the tables of methods, so that it cannot differ from what is checked. */
import type { JsonObject } from './json-text.js';
import { KINDS, type WireKind } from './kinds.js';
import { LARGEST_FRAME, type Method, type Methods } from './method.js';
import { cancel, initialize, type Party, sessionMethods } from './session-methods.js';
import type { Shape } from './shape.js';
import { isObject, WireError } from './wire-error.js';

export interface Discoverable {
  readonly protocol: string;
  readonly versions: readonly number[];
  readonly server: Party;
  readonly methods: Methods;
  readonly callbacks: Methods;
  readonly application: { readonly params: Shape<unknown>; readonly result: Shape<unknown> };
}

/** Complete: schemas are embedded, and nothing is referred to elsewhere. */
export function discoverDocument({
  protocol,
  versions,
  server,
  methods,
  callbacks,
  application,
}: Discoverable): JsonObject {
  const own: Methods = { ...sessionMethods, 'rpc.initialize': withApplication(application), ...methods };
  return {
    openrpc: '1.3.2',
    info: { title: protocol, version: server.version, description: HEAD },
    methods: [
      ...Object.entries(own).map(([name, method]) => described(name, method)),
      { name: 'rpc.cancel', summary: cancel.summary, ...paramsOf(cancel.params), 'x-notification': true },
    ],
    components: { errors: Object.fromEntries(kinds().map((kind) => [kind, errorOf(kind)])) },
    'x-callbacks': Object.entries(callbacks).map(([name, method]) => described(name, method)),
    'x-tool': {
      protocol,
      versions,
      server,
      methods: Object.keys(methods).sort(),
      absolute_max_frame_bytes: LARGEST_FRAME,
    },
  };
}

const HEAD =
  'JSON-RPC 2.0 by lines on standard input and output. Every request has a member `_meta` with `deadline_unix_ms`; ids are positive integers that rise.';

/** The initialisation with what this protocol has in `application`. */
function withApplication({ params, result }: Discoverable['application']): Method<unknown, unknown> {
  const within = (schema: JsonObject, inner: JsonObject): JsonObject => {
    const properties = schema['properties'];
    return { ...schema, properties: { ...(isObject(properties) ? properties : {}), application: inner } };
  };
  return {
    summary: initialize.summary,
    params: { ...initialize.params, schema: within(initialize.params.schema, params.schema) },
    result: { ...initialize.result, schema: within(initialize.result.schema, result.schema) },
  };
}

function described(name: string, { summary, params, result }: Method<unknown, unknown>): JsonObject {
  return {
    name,
    summary,
    ...paramsOf(params),
    result: { name: 'result', schema: result.schema },
    errors: kinds().map((kind) => ({ $ref: `#/components/errors/${kind}` })),
  };
}

function paramsOf({ schema }: Shape<unknown>): JsonObject {
  const { properties, required } = schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = isObject(properties) ? Object.entries(properties) : [];
  return {
    paramStructure: 'by-name',
    params: members.map(([name, inner]) => ({ name, required: names.includes(name), schema: inner })),
  };
}

function kinds(): readonly WireKind[] {
  return Object.keys(KINDS) as WireKind[];
}

function errorOf(kind: WireKind): JsonObject {
  const { code, message } = new WireError(kind);
  return { code, message, data: { kind } };
}
