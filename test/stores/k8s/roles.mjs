/** The roles of `docs/stores/k8s+secret.md`, as they are written there: each gives what the page says, and no more. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { byName, CALL, inShort, write } from '../shared/store.mjs';
import { base64 } from './world.mjs';

const PAGE = join(import.meta.dirname, '../../../docs/stores/k8s+secret.md');

export function roles({ fresh, kubeconfig, open, put, tokenWith }) {
  /** A store whose user has only this role of the page, for an object and a kind of our own. */
  const holder = async (role, scheme, name) => {
    const resource = scheme === 'k8s+secret' ? 'secrets' : 'configmaps';
    const rules = rulesOf(role).map((rule) => ({
      ...rule,
      resources: [resource],
      ...(rule.resourceNames && { resourceNames: [name] }),
    }));
    const config = kubeconfig({ token: await tokenWith(rules) });
    return { store: await open(`${scheme}://${name}`, config), other: await open(`${scheme}://other`, config) };
  };
  const writeKey = (store, more) => write(store, 'KEY', 'x', more);
  const read = async (store) => inShort((await store.read([byName('KEY')], CALL))[0]);
  const denied = ({ failure }, right) => {
    strictEqual(failure.kind, 'denied');
    match(failure.help, new RegExp(right));
  };
  const cases = (scheme) => {
    const resource = scheme === 'k8s+secret' ? 'secrets' : 'configmaps';
    const held = async () => {
      const name = fresh('held');
      await put(name, { data: { 'tool--shop--default--KEY': scheme === 'k8s+secret' ? base64('x') : 'x' } }, resource);
      return name;
    };
    return {
      [`${scheme}: who may read reads and lists, and does nothing else`]: async () => {
        const { store, other } = await holder('read', scheme, await held());
        strictEqual(await read(store), 'found x');
        strictEqual((await store.list(CALL)).kind, 'listed');
        strictEqual(await read(other), 'failed denied');
        denied(await writeKey(store), '`patch`');
        denied((await store.remove([byName('KEY')], CALL))[0], '`patch`');
      },
      [`${scheme}: who may write sets, fills gaps and removes, and creates no object`]: async () => {
        const { store, other } = await holder('write', scheme, await held());
        deepStrictEqual(await writeKey(store), { kind: 'written' });
        strictEqual((await writeKey(store, { onlyIfAbsent: true })).kind, 'present');
        deepStrictEqual(await store.remove([byName('KEY')], CALL), [{ kind: 'removed' }]);
        deepStrictEqual(await writeKey(store, { onlyIfAbsent: true }), { kind: 'written' });
        denied(await writeKey(other), '`patch`');
        const { store: gone } = await holder('write', scheme, fresh('gone'));
        denied(await writeKey(gone), 'kubectl create');
      },
      [`${scheme}: who may create creates the object`]: async () => {
        const { store } = await holder('create', scheme, fresh('new'));
        deepStrictEqual(await writeKey(store), { kind: 'written' });
        strictEqual(await read(store), 'found x');
      },
    };
  };
  return { ...cases('k8s+secret'), ...cases('k8s+configmap') };
}

/** The rules of the role of this name on the page. */
function rulesOf(name) {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```$/gm);
  const found = [...blocks].map(([, text]) => parse(text)).find(({ metadata }) => metadata?.name === `shop-${name}`);
  if (found === undefined) throw new Error(`the page has no role shop-${name}`);
  return found.rules;
}
