/** What `export --format k8s` prints, accepted by the API server itself: the exact bytes of every value are in its Secret. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { bytes, lines, long, returns, texts } from '../export/values.mjs';
import { manifestOf } from '../shared/tool.mjs';
import { base64 } from './world.mjs';

export function exported({ ask, tool, path }) {
  const odd = { ...texts, ...lines, ...returns, ...long };
  const all = { ...odd, ...bytes };
  const secrets = Object.keys(all)
    .map((name) => `${name} = { description = "A value", as_path = ${name in bytes} }`)
    .join('\n');
  const files = Object.fromEntries(Object.entries(all).map(([name, value]) => [`values/shop/default/${name}`, value]));
  const print = (...words) =>
    tool(manifestOf('file:values', secrets), ['export', '--format', 'k8s', ...words], { files });
  const apply = async (text) => {
    const name = /name: "(.*)"/u.exec(text)[1];
    const { status, body } = await ask('POST', path(''), text, { type: 'application/yaml' });
    strictEqual(status, 201, JSON.stringify(body).slice(0, 400));
    return (await ask('GET', path(name))).body;
  };
  const data = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, base64(value)]));
  return {
    'an exported Secret holds the bytes of every value': async () => {
      const { status, stdout, stderr } = await print();
      deepStrictEqual([status, stderr], [0, '']);
      deepStrictEqual((await apply(stdout)).data, data);
    },

    'an exported Secret with texts holds the same': async () => {
      const { status, stdout, stderr } = await print('--string-data', '--name', 'shop.texts');
      deepStrictEqual([status, stderr], [0, '']);
      match(stdout, /\nstringData:\n {2}ACCENTS: "Größe/u);
      deepStrictEqual((await apply(stdout)).data, data);
    },
  };
}
