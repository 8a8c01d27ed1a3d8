/**
 * The declarations of the library, in one file: dist/bundle/sdk.d.ts, with all that those of dist/runtime/sdk/index.d.ts import. The
 * tool for it needs the compiler of TypeScript as a library, which TypeScript 7 is not: `overrides` in package.json gives it its own.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { ROOT } from './compiled.mjs';

const OUT = join(ROOT, 'dist/bundle');
/** `Symbol.dispose` is known whatever `lib` a consumer has chosen. */
const LIBRARIES = '/// <reference lib="esnext.disposable" />\n';

const library = await import(join(ROOT, 'dist/runtime/sdk/index.js'));
const [text] = generateDtsBundle(
  [
    {
      filePath: join(ROOT, 'dist/runtime/sdk/index.d.ts'),
      output: { noBanner: true, exportReferencedTypes: false, sortNodes: false },
    },
  ],
  { preferredConfigPath: join(ROOT, 'tsconfig.json') },
);
writeFileSync(join(OUT, 'sdk.d.ts'), `${LIBRARIES}${withTypesOf(text)}`);
// The same declarations for both doors: a class of one is that of the other.
writeFileSync(join(OUT, 'sdk.d.mts'), "export * from './sdk.js';\n");

/** Classes that the library does not export are types of what it gives: nobody else makes one. */
function withTypesOf(declarations) {
  const exported = new Set(Object.keys(library));
  const types = [...declarations.matchAll(/^export declare class (\w+)/gm)].map(([, name]) => name);
  const given = types.filter((name) => !exported.has(name));
  const hidden = given.reduce(
    (before, name) => before.replace(`export declare class ${name} `, `declare class ${name} `),
    declarations,
  );
  return `${hidden}\nexport type { ${given.join(', ')} };\n`;
}
