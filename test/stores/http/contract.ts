/** What every HTTP store keeps, besides the fault matrix: what is denied, tokens that end, lost answers, and how few requests it takes. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store, WriteAnswer } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { CALL, convention } from '../../runtime/providers/open-store.js';
import type { HttpStoreCase } from '../../worlds/shared/http-store.js';
import { type FaultyAnswer, send } from './faulty-server.js';
import { resolved, SECRETS, shown, withStore } from './matrix.js';

/** Rejects if the promise is not kept. */
type Promised = (store: HttpStoreCase, folder: string) => Promise<void>;

export const CONTRACT: Readonly<Record<string, Promised>> = {
  'what is missing lets a default and a generator answer': (store, folder) =>
    withStore(store, folder, async ({ abilities }, _world, _server, ports) => {
      if (!abilities.read) return;
      for (const [secret, end] of [
        [SECRETS['an optional secret'], 'missing'],
        [SECRETS['a default'], 'found by default'],
        [SECRETS['a generator'], 'found by generated'],
      ] as const)
        assert.equal(await resolved(store, ports, folder, secret), end);
    }),

  'a batch of which some is denied has the rest, and what is denied is not missing': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, world) => {
      if (!abilities.read || world.denyReading === null) return;
      world.put('DENIED', 'canary-denied');
      const names = world.denyReading('DENIED');
      const answers = await opened.read([convention('HELD'), convention('DENIED'), convention('GONE')], CALL);
      assert.deepEqual(answers.map(shown), ['found canary-held', 'failed denied', 'absent']);
      const [, denied] = answers;
      assert.ok(denied?.kind === 'failed' && saidBy(denied).includes(names), `does not say ${names}`);
    }),

  'a denied write names the right that is missing': (store, folder) =>
    withStore(store, folder, async ({ store: opened }, world) => {
      const before = JSON.stringify(world.double.state());
      const names = world.denyWriting();
      for (const onlyIfAbsent of [true, false]) {
        const answer = await write(opened, 'NEW', 'canary-new', onlyIfAbsent);
        assert.equal(answer?.kind, 'failed');
        assert.equal(answer?.kind === 'failed' && answer.failure.kind, 'denied');
        assert.ok(answer?.kind === 'failed' && saidBy(answer).includes(names), `does not say ${names}`);
      }
      assert.equal(JSON.stringify(world.double.state()), before);
    }),

  'a token that ends in the middle of a batch makes nothing missing': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, world, server) => {
      if (world.expireToken === null) return;
      const keys = many('HELD');
      for (const { key } of keys) world.put(key, `canary-${key}`);
      const whole = await opened.list?.(CALL);
      server.asked = 0;
      server.fault = endingToken(world.expireToken);
      if (abilities.read)
        for (const [index, answer] of (await opened.read(keys, CALL)).entries())
          assert.ok(
            answer.kind === 'found' ? shown(answer) === `found canary-${keys[index]?.key}` : isDenied(answer),
            shown(answer),
          );
      const listed = await opened.list?.(CALL);
      if (listed !== undefined && !isDenied(listed)) assert.deepEqual(listed, whole);
    }),

  'a fault that passes is passed over by what reads': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, world, server) => {
      if (!abilities.read) return;
      await opened.read([convention('HELD')], CALL);
      const faults: Readonly<Record<string, FaultyAnswer>> = {
        '429': ({ response }) =>
          send(response, { status: 429, body: world.refusal(429), headers: { 'retry-after': '1' } }),
        '503': ({ response }) => send(response, { status: 503, body: world.refusal(503) }),
        ...(!store.hasLasting500 && {
          '500': ({ response }) => send(response, { status: 500, body: world.refusal(500) }),
        }),
        reset: ({ request }) => request.socket.resetAndDestroy(),
      };
      for (const [name, faulty] of Object.entries(faults)) {
        server.asked = 0;
        server.fault = (exchange) =>
          exchange.before === 0 ? faulty(exchange) : send(exchange.response, exchange.honest());
        assert.deepEqual((await opened.read([convention('HELD')], CALL)).map(shown), ['found canary-held'], name);
      }
    }),

  'a write whose answer is lost is sent once and says that it may have succeeded': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, _world, server) => {
      // What is lost is the answer to the write, not to the sign-in.
      if (abilities.read) await opened.read([convention('HELD')], CALL);
      let changes = 0;
      server.fault = ({ request, response, honest }) => {
        const answer = honest();
        if (request.method === 'GET') return send(response, answer);
        changes++;
        return void response.destroy();
      };
      const answer = await write(opened, 'NEW', 'canary-new');
      assert.equal(changes, store.repeatsWrites ? 3 : 1);
      const says = store.repeatsWrites ? '' : 'may have succeeded';
      assert.ok(answer?.kind === 'failed' && saidBy(answer).includes(says), JSON.stringify(answer));
    }),

  'a page of a proxy in place of a write or a removal is not a success': (store, folder) =>
    withStore(store, folder, async ({ store: opened }, _world, server) => {
      server.fault = ({ request, response, honest }) => {
        const page = { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } };
        send(response, request.method === 'GET' ? honest() : page);
      };
      assert.equal((await write(opened, 'NEW', 'canary-new'))?.kind, 'failed');
      assert.equal((await write(opened, 'HELD', 'canary-new'))?.kind, 'failed');
      for (const answer of (await opened.remove?.([convention('HELD')], CALL)) ?? [])
        assert.equal(answer.kind, 'failed');
    }),

  'a call that is cancelled ends at once': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, _world, server) => {
      server.fault = () => {};
      const controller = new AbortController();
      const { signal } = controller;
      const ended = abilities.read ? opened.read(many('HELD'), { signal }) : opened.list?.({ signal });
      while (server.asked === 0) await wait(1);
      controller.abort();
      for (const answer of [await ended].flat()) assert.equal(answer?.kind, 'failed');
    }),

  'a hundred secrets take no more requests than they must, sixteen at a time': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, world, server) => {
      if (!abilities.read) return;
      const keys = many('HELD');
      for (const { key } of keys) world.put(key, `canary-${key}`);
      const answers = await opened.read([...keys, ...keys], CALL);
      assert.deepEqual(
        answers.map(shown),
        [...keys, ...keys].map(({ key }) => `found canary-${key}`),
      );
      assert.equal(server.asked, store.costs.hundred);
      assert.ok(server.most <= 16, `${server.most} at once`);
    }),

  'a hundred secrets that are missing cost the same': (store, folder) =>
    withStore(store, folder, async ({ store: opened, abilities }, _world, server) => {
      if (!abilities.read) return;
      assert.deepEqual(new Set((await opened.read(many('GONE'), CALL)).map(shown)), new Set(['absent']));
      assert.equal(server.asked, store.costs.misses);
    }),
};

function endingToken(end: () => void): FaultyAnswer {
  return ({ response, honest, before }) => {
    if (before === 2) end();
    send(response, honest());
  };
}

function many(name: string): readonly Extract<At, { kind: 'convention' }>[] {
  return Array.from({ length: 100 }, (_, index) => ({
    kind: 'convention' as const,
    project: 'demo',
    profile: 'default',
    key: `${name}_${index}`,
  }));
}

async function write(store: Store, key: string, text: string, onlyIfAbsent = false): Promise<WriteAnswer | undefined> {
  const entry = { at: convention(key), value: SecretValue.fromText(text), ...(onlyIfAbsent && { onlyIfAbsent }) };
  return (await store.write?.([entry], CALL))?.[0];
}

type Failure = Extract<WriteAnswer, { kind: 'failed' }>;

function saidBy({ failure }: Failure): string {
  return `${failure.detail}; ${failure.help ?? ''}`;
}

function isDenied(answer: { readonly kind: string }): boolean {
  return answer.kind === 'failed' && (answer as Failure).failure.kind === 'denied';
}
