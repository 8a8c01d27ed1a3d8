/**
 * How files of the bundle are loaded: by `tool.js`, by Node's loader, and by bundlers that put the library into another program.
 *
 * Bundlers follow `require` and `import()` with the name written out where `require` is not a parameter, which it is in every
 * file here; so each file names what it may ask for once more, outside. Built-ins come from `process.getBuiltinModule`: a
 * `require` of them in an ES module that esbuild makes of CommonJS fails when it runs. Packages that are not in the bundle are
 * imported there, in the form that suits what imports them; native ones cannot be bundled and are looked for from the program that runs.
 */
const NATIVE = '@napi-rs/keyring';
const IMPORTED = 'import:';

/** A module for all three; for a script without `module`, which is what `tool.js` makes of it, the function that Node would have made of it. */
export function loadable(code, packages) {
  const { text, imported } = withImports(code, packages);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${text}})`;
  const files = new Set([...text.matchAll(/\brequire\("(\.\/[^"]+)"\)/g)].map(([, file]) => file));
  const cases = [
    ...[...files]
      .sort()
      .map((file) => `case ${JSON.stringify(file)}: return kept[name] ??= require(${JSON.stringify(file)});`),
    ...imported.map((name) => `case ${JSON.stringify(IMPORTED + name)}: return ${importOf(name)};`),
  ];
  const ask = `((kept) => (name) => { switch (name) { ${cases.join(' ')} } return builtin(name); })({})`;
  return `(typeof module === 'undefined' ? (f) => f : (f) => f(exports, ${ask}, module, '', ''))(${wrapped});\n${OUTSIDE}`;
}

/** What `tool.js` never calls. A native package is looked for from this file and from the program, never from the working folder. */
const OUTSIDE = `async function native(name) {
  const { createRequire } = builtin('node:module');
  const own = typeof __filename === 'string' ? [__filename] : [];
  const load = (from) => () => createRequire(from)(name);
  return [...own, process.argv[1] || process.execPath].reduce((before, from) => before.catch(load(from)), Promise.reject());
}
function builtin(name) {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
  return found;
}
`;

/** A promise in all three: esbuild has made it `Promise.resolve().then(() => wrapped(require(name)))`. */
function withImports(code, packages) {
  const imported = packages.filter((name) => code.includes(`require(${JSON.stringify(name)})`));
  const text = imported.reduce((before, name) => {
    const asked = new RegExp(
      `Promise\\.resolve\\(\\)\\.then\\(\\(\\)=>\\w+\\(require\\("${name}"\\)(?:,1)?\\)\\)`,
      'g',
    );
    const after = before.replace(asked, `require("${IMPORTED}${name}")`);
    if (after.includes(`require("${name}")`))
      throw new Error(`${name} is not in the bundle: import it with \`import()\``);
    return after;
  }, code);
  return { text, imported };
}

/** In the form for `require` too: what webpack makes of the other one may not start, and the second time it seems to have. */
function importOf(name) {
  const text = JSON.stringify(name);
  return name === NATIVE ? `native(${text})` : `kept[${text}] ??= import(${text}).catch(() => require(${text}))`;
}

/** Of the library's file: how its other door asks for pieces of other files. */
export const ENTRANCE = 'exports.other=(file,name)=>require(file).piece(name);';

/**
 * Both have the exports of the piece and nothing else. Node takes 8 ms to import a first CommonJS file from an ES module, so that
 * the door for `import` has the code of the library itself, and imports its file for the first thing that is in another one.
 */
export function doors(library, code, { name, exports }) {
  const stem = name.slice(0, -'.js'.length);
  const elsewhere = /Promise\.resolve\(\)\.then\(\(\)=>require\(("[^"]+")\)\.piece\(("[^"]+")\)\)/g;
  const text = code.replace(elsewhere, `import("./${library}").then((all)=>all.default.other($1,$2))`);
  if (/\brequire\(/.test(text)) throw new Error(`${library} asks for something as soon as it is imported`);
  return [
    [`${stem}.js`, `module.exports = Object.assign({}, require('./${library}').piece('${name}'));\n`],
    [`${stem}.mjs`, `${text}\nexport const { ${[...exports].sort().join(', ')} } = piece('${name}');\n`],
  ];
}
