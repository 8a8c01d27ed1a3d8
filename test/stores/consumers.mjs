/**
 * The package in the projects of others: installed from `npm pack`, as ES module, CommonJS and TypeScript, in worker threads, bundled by
 * esbuild, vite, webpack and Next.js, on Node 20, 22 and 24 and on Bun. Each resolves values, files and composed secrets, generates what is
 * missing, and meets a failure. `node test/stores/consumers.mjs [--only REGEX] COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { existsSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build as esbuild } from 'esbuild';
import { bundlers } from './consumers/bundlers.mjs';
import { keptBuild, textsIn } from './consumers/kept-build.mjs';
import { consumer, EXPECTED, ROOT, USE } from './consumers/project.mjs';
import { runtimes } from './consumers/runtimes.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const { values, positionals: tool } = parseArgs({
  args: process.argv.slice(2),
  options: { only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const only = new RegExp(values.only, 'u');
const { folder, write, alone, run, remove } = consumer();

const ESM = `import * as fs from 'node:fs';\nimport * as tool from '@tool/tool';\n${USE}`;
const CJS = `const fs = require('node:fs');\nconst tool = require('@tool/tool');\n${USE}`;
const PRINT = `use(tool, fs, process.cwd()).then((result) => console.log(JSON.stringify(result)));\n`;

/** Standard error stays empty: the library is a guest. */
function expectUse(program, words, options) {
  const { stdout, stderr } = run(program, words, options);
  deepStrictEqual(JSON.parse(stdout), EXPECTED);
  strictEqual(stderr, '');
}

const files = {
  'an ES module': write('main.mjs', ESM + PRINT),
  'a CommonJS module': write('main.cjs', CJS + PRINT),
  'a worker thread': write(
    'worker.cjs',
    `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
if (isMainThread) new Worker(__filename).on('message', (text) => console.log(text));
else import('./used.mjs').then(({ result }) => parentPort.postMessage(JSON.stringify(result)));
`,
  ),
  'both doors': write(
    'doors.mjs',
    `import { createRequire } from 'node:module';
import * as imported from '@tool/tool';
const required = createRequire(import.meta.url)('@tool/tool');
const names = Object.keys(required);
console.log(JSON.stringify(names.length > 0 && names.every((name) => imported[name] === required[name])));
`,
  ),
};
write('used.mjs', `${ESM}export const result = await use(tool, fs, process.cwd());\n`);

const cases = {};
for (const [name, program] of runtimes()) {
  for (const [what, file] of Object.entries(files)) {
    cases[`${what} on ${name}`] = async () => {
      if (what === 'both doors') strictEqual(run(program, [file]).stdout, 'true\n');
      else expectUse(program, [file]);
    };
  }
}

const TYPED = `import { load, type Secrets } from './secrets.EXTENSION';
const all = await load();
const shown: Secrets = all;
const exact = await load('default');
const url: string = exact.URL;
const absent: string | null = shown.ABSENT;
console.log(JSON.stringify([url, absent, exact.toJSON]));
exact[Symbol.dispose]();
all[Symbol.dispose]();
`;
const TYPED_RESULT = '["postgres://canary-from-dotenv@db",null,"x"]\n';
const [own, newer] = [process.execPath, runtimes().find(([name]) => name === 'Node 24')?.[1]];

cases['generated types'] = async () => {
  write('typed/package.json', '{ "type": "module" }');
  run(tool[0], [...tool.slice(1), 'types', '--output', 'typed/secrets.ts']);
  run(tool[0], [...tool.slice(1), 'types', '--output', 'typed/secrets.ts', '--check']);
  write('typed/main.ts', TYPED.replace('EXTENSION', 'ts'));
};
if (newer !== undefined) {
  cases['generated types by the type stripping of Node 24'] = async () => {
    strictEqual(run(newer, ['--no-warnings', 'typed/main.ts']).stdout, TYPED_RESULT);
  };
}
const compile = (...options) =>
  run(own, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '--strict',
    '--target',
    'es2022',
    '--types',
    '',
    ...options,
  ]);
cases['TypeScript: node16'] = async () => {
  write(
    'typed/main.mts',
    `${TYPED.replace('EXTENSION', 'js')}declare const console: { log(text: string): void };\nexport {};\n`,
  );
  compile('--module', 'node16', '--outDir', 'compiled', 'typed/main.mts', 'typed/secrets.ts');
  write('compiled/package.json', '{ "type": "module" }');
  strictEqual(run(own, ['compiled/main.mjs']).stdout, TYPED_RESULT);
};
cases['TypeScript: node16, CommonJS'] = async () => {
  write(
    'uses.cts',
    `import tool = require('@tool/tool');\nconst { builder } = tool;\nexport const loaded: Promise<tool.Resolved> = builder().withPath('manifest.toml').load();\n`,
  );
  compile('--module', 'node16', '--outDir', 'compiled', 'uses.cts');
};
cases['TypeScript: bundler'] = async () => {
  write(
    'typed/bundled.ts',
    `${TYPED.replace('EXTENSION', 'js')}declare const console: { log(text: string): void };\nexport {};\n`,
  );
  compile('--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit', 'typed/bundled.ts');
};

for (const format of ['esm', 'cjs']) {
  cases[`esbuild: ${format}`] = async () => {
    const place = alone(`esbuild-${format}`);
    const outfile = join(place, format === 'esm' ? 'out.mjs' : 'out.cjs');
    await esbuild({
      entryPoints: [files['an ES module']],
      bundle: true,
      platform: 'node',
      format,
      outfile,
      logLevel: 'error',
    });
    expectUse(own, [outfile], { cwd: place });
  };
}
cases['esbuild: generated types'] = async () => {
  const place = alone('esbuild-typed');
  const outfile = join(place, 'out.mjs');
  await esbuild({
    entryPoints: [join(folder, 'typed/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  });
  strictEqual(run(own, [outfile], { cwd: place }).stdout, TYPED_RESULT);
};

const installed = bundlers();
if (installed !== null) {
  const load = createRequire(join(installed, 'load.cjs'));
  cases.vite = async () => {
    const { build } = await import(load.resolve('vite').replace(/index\.cjs$/u, 'index.js'));
    const place = alone('vite');
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { ssr: files['an ES module'], outDir: join(place, 'out'), emptyOutDir: true },
      ssr: { noExternal: true },
    });
    write('../alone/vite/out/package.json', '{ "type": "module" }');
    const name = ['main.mjs', 'main.js'].find((each) => existsSync(join(place, 'out', each)));
    expectUse(own, [join('out', name)], { cwd: place });
  };
  const bundled = (out, isModule, minimize) =>
    new Promise((resolve, reject) => {
      const options = {
        context: folder,
        mode: 'production',
        target: 'node20',
        entry: files['an ES module'],
        optimization: { minimize },
        experiments: { outputModule: isModule },
        output: {
          path: out,
          filename: isModule ? 'out.mjs' : 'out.cjs',
          chunkFilename: isModule ? '[id].mjs' : '[id].cjs',
          module: isModule,
        },
      };
      load('webpack')(options, (error, stats) => {
        if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  cases['webpack: module'] = async () => {
    const place = alone('webpack-module');
    await bundled(join(place, 'out'), true, false);
    expectUse(own, ['out/out.mjs'], { cwd: place });
  };
  cases['webpack: commonjs, minified'] = async () => {
    const texts = [installed, ESM, textsIn(join(folder, 'node_modules/@tool/tool/dist/bundle'))];
    const built = await keptBuild('webpack-minified', texts, (out) => bundled(out, false, true));
    expectUse(own, [join(built, 'out.cjs')], { cwd: alone('webpack-minified') });
  };
  cases['Next.js: a route'] = async () => {
    for (const name of ['next', 'react', 'react-dom'])
      symlinkSync(join(installed, 'node_modules', name), join(folder, 'node_modules', name));
    write('app/layout.js', 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n');
    write(
      'app/api/route.js',
      `${ESM}export const dynamic = 'force-dynamic';\nexport const GET = async () => Response.json(await use(tool, fs, process.cwd()));\n`,
    );
    write('next.config.mjs', `export default { outputFileTracingRoot: '/', turbopack: { root: '/' } };\n`);
    const next = join(installed, 'node_modules/next/dist/bin/next');
    run(own, [next, 'build']);
    write(
      'ask.mjs',
      `import { spawn } from 'node:child_process';
const server = spawn(process.execPath, [${JSON.stringify(next)}, 'start', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
let printed = '';
server.stdout.on('data', async (text) => {
  const before = printed;
  printed += text;
  const address = /http:\\/\\/localhost:\\d+/u;
  const [found] = address.exec(printed) ?? [];
  if (found === undefined || address.test(before)) return;
  for (let tries = 0; ; tries++) {
    try {
      console.log(await (await fetch(found + '/api')).text());
      break;
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  server.kill();
});
`,
    );
    deepStrictEqual(JSON.parse(run(own, ['ask.mjs']).stdout), EXPECTED);
  };
}

try {
  process.exitCode = await runCasesInTurn(
    Object.fromEntries(Object.entries(cases).filter(([name]) => only.test(name))),
  );
} finally {
  remove();
}
