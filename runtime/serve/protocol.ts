/** What a resolver session speaks about (semantics 15.6): its methods, what it asks its client, and what opens it. */
import type { Methods } from '../json-rpc/method.js';
import { choice, flag, integer, list, nullable, object, type Shaped, text, word } from '../json-rpc/shape.js';

export const PROTOCOL = 'tool.resolver';
export const VERSIONS = [1] as const;

const name = text({ min: 1, max: 1_024 });
const label = text({ min: 1, max: 1_024 });
const purpose = object({ consumer: label, operation: label }, { host: label, path: text({ max: 4_096 }) });
/** Absolute, and without parts that lead elsewhere. */
const path = text({ min: 1, max: 32_768, pattern: /^\/(?!(?:[^\0]*\/)?\.{1,2}(?:\/|$))[^\0]*$/ });
const leaseId = text({ min: 1, max: 256 });
const time = nullable(integer(0));
const MOST_RELEASED = 256;

/** `value`, or `path` with the lease that keeps the file. */
const resolved = object(
  {
    source: word('provider', 'generated', 'default', 'composed'),
    source_provider: nullable(text()),
    expires_at_unix_ms: time,
    refresh_at_unix_ms: time,
  },
  { value: text(), path: text({ min: 1 }), path_lease_id: leaseId, revision: text({ min: 1, max: 256 }) },
);

export const resolverMethods = {
  'resolver.get': {
    summary: 'One secret: its value, or the path of a file that the session keeps until it is released.',
    params: object({ name, representation: word('auto', 'value', 'path'), purpose }),
    result: choice('status', { undeclared: object({}), missing: object({ required: flag }), resolved }),
  },
  'resolver.release': {
    summary: 'Removes files of secrets. What is not known is ignored.',
    params: object({ path_lease_ids: list(leaseId, { max: MOST_RELEASED }) }),
    result: object({ released: integer(0) }),
  },
  'resolver.set': {
    summary: 'Stores the value of a secret.',
    params: object({ name, value: text({ min: 1 }), purpose }),
    result: object({ status: word('stored') }, { target_provider: text() }),
  },
  'resolver.delete': {
    summary: 'Removes the value of a secret, if there is one.',
    params: object({ name, purpose }),
    result: object({ status: word('deleted'), deleted: flag }, { target_provider: text() }),
  },
} satisfies Methods;

export const clientMethods = {
  'client.prompt': {
    summary:
      'Asks the person at the client for a value that no store has. `target_provider`: where the answer is stored.',
    params: object({ name: text({ min: 1 }), profile: text() }, { target_provider: text() }),
    result: object({ value: text() }),
  },
} satisfies Methods;

export const application = {
  params: object(
    {
      manifest: choice('kind', { path: object({ path }), inline: object({ toml: text(), base_dir: path }) }),
      provider: nullable(text()),
      profile: nullable(text()),
      scope: nullable(text()),
      reason: nullable(text()),
    },
    { requested_authorization_duration_ms: integer(1) },
  ),
  result: object({ manifest_kind: word('path', 'inline'), supports_inline_manifest: flag }),
};

export type ApplicationParams = Shaped<typeof application.params>;
export type Purpose = Shaped<typeof purpose>;
export type GetParams = Shaped<(typeof resolverMethods)['resolver.get']['params']>;
export type ReleaseParams = Shaped<(typeof resolverMethods)['resolver.release']['params']>;
export type SetParams = Shaped<(typeof resolverMethods)['resolver.set']['params']>;
export type DeleteParams = Shaped<(typeof resolverMethods)['resolver.delete']['params']>;
