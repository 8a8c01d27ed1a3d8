/** A workbench of VS Code on loopback, the browser's driver, and what builds the extension: installed once, and kept. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromNpm, kept } from '../shared/installed.mjs';

const SOURCES = fileURLToPath(new URL('../../../editors/vscode', import.meta.url));
const TOML = fileURLToPath(new URL('toml', import.meta.url));
const CODE_SERVER = '4.139.1';
const PLAYWRIGHT = '1.65.1';
const NODE = '24.21.0';
const OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts'];
const LIMIT = { stdio: 'ignore', timeout: 900_000 };

/** The command line that starts a workbench; null if it cannot be had. */
export function codeServer() {
  const node = fromNpm(`node-${NODE}`, `node-${process.platform}-${process.arch}@${NODE}`);
  const place = kept(`code-server-${CODE_SERVER}`, (made) => {
    mkdirSync(made);
    const options = [...OPTIONS, '--no-save', '--no-package-lock'];
    execFileSync('npm', ['install', '--prefix', made, ...options, `code-server@${CODE_SERVER}`], LIMIT);
    const inside = join(made, 'node_modules/code-server/lib/vscode');
    execFileSync('npm', ['install', ...OPTIONS, '--omit=dev'], { ...LIMIT, cwd: inside });
  });
  if (node === null || place === null) return null;
  return [
    join(node, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node'),
    join(place, 'node_modules/code-server/out/node/entry.js'),
  ];
}

/** The library that drives the browser; null if it cannot be had. */
export async function browserDriver() {
  const place = fromNpm(`playwright-core-${PLAYWRIGHT}`, `playwright-core@${PLAYWRIGHT}`);
  return place === null ? null : createRequire(`${place}/`)('playwright-core').chromium;
}

/** The extension as its own files build and pack it, in a folder of its own, and one for TOML; null if its packages cannot be had. */
export function builtExtension(folder) {
  const lock = readFileSync(join(SOURCES, 'package-lock.json'));
  const packages = kept(`vscode-extension-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`, (made) => {
    mkdirSync(made);
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(SOURCES, file), join(made, file));
    execFileSync('npm', ['ci', ...OPTIONS], { ...LIMIT, cwd: made });
  });
  if (packages === null) return null;
  const copy = join(folder, 'editors/vscode');
  cpSync(SOURCES, copy, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/u.test(path) });
  cpSync(join(SOURCES, '../../LICENSE'), join(folder, 'LICENSE'));
  symlinkSync(join(packages, 'node_modules'), join(copy, 'node_modules'));
  execFileSync('npm', ['run', 'package'], { cwd: copy, encoding: 'utf8', timeout: 300_000 });
  return { vsix: join(copy, 'dist/tool.vsix'), toml: packedToml(folder, join(packages, 'node_modules/.bin/vsce')) };
}

/** An extension that gives TOML a language and colours, in place of those that people have. */
function packedToml(folder, vsce) {
  const file = join(folder, 'toml.vsix');
  const words = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  execFileSync(vsce, words, { ...LIMIT, cwd: TOML });
  return file;
}
