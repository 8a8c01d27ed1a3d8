/**
 * What `tool plan graph` draws, read back by the programs that it is drawn for: Mermaid and the page in headless Chromium, Graphviz, and
 * axe for who reads the page otherwise. Installs what is on npm below `.tools/` on first use. `node test/stores/pictures.mjs COMMAND...`;
 * ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCasesInTurn } from './run-cases.mjs';

const PACKAGES = ['mermaid@11.17.2', 'playwright-core@1.65.1', 'axe-core@4.14.1'];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, '.tools/pictures');
const tool = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tool-pictures-'));

const installed = join(TOOLS, 'node_modules');
if (!existsSync(join(installed, 'axe-core', 'package.json'))) {
  mkdirSync(TOOLS, { recursive: true });
  const words = ['install', '--prefix', TOOLS, '--no-save', '--no-audit', '--no-fund', ...PACKAGES];
  const done = spawnSync('npm', words, { stdio: 'inherit' });
  if (done.status !== 0) throw new Error('npm could not install what pictures are read with');
}
const load = createRequire(join(TOOLS, 'load.cjs'));
const { chromium } = load('playwright-core');
const MERMAID = readFileSync(join(installed, 'mermaid/dist/mermaid.min.js'), 'utf8');
const AXE = readFileSync(join(installed, 'axe-core/axe.min.js'), 'utf8');

const manifests = {
  small: `[project]
name = "shop"
revision = "1.0"
[providers]
team = { uri = "vault://kv.example.com/secret", credentials = { token = { provider = "keyring", ref = { item = "t" } } } }
near = { uri = "awssm://eu-central-1", cache = { provider = "dotenv://.copies", max_age = "1h" } }
[profiles.default]
DB_USER = { description = "User", default = "shop", providers = ["team", "dotenv://.env"] }
DB_PASSWORD = { description = "Password", providers = ["team", "dotenv://.env"] }
URL = { description = "Address", composed = "postgres://\${DB_USER}:\${DB_PASSWORD}@db" }
TLS = { description = "Key", as_path = true, providers = ["near"] }
ODD = { description = "Kept nowhere", type = "password", generate = true, providers = ["null"] }
[profiles.production]
DB_USER = { providers = ["team"] }
[scopes.web]
secrets = ["URL", "TLS"]
`,
  long: `[project]
name = "${'p'.repeat(120)}"
revision = "1.0"
[providers]
${'s'.repeat(120)} = "vault://kv.example.com/${'m'.repeat(160)}"
[profiles.${'q'.repeat(80)}]
${'A'.repeat(200)} = { description = "${'d'.repeat(300)}", providers = ["${'s'.repeat(120)}"] }
URL = { description = "Made of it", composed = "x\${${'A'.repeat(200)}}" }
[scopes.${'w'.repeat(120)}]
secrets = ["URL"]
`,
  hostile: readFileSync(join(ROOT, 'golden/cli/plan-graph/hostile-texts/manifest.toml'), 'utf8'),
  large: largeManifest(),
};

function largeManifest() {
  const secrets = Array.from({ length: 1000 }, (_, index) => {
    const chain = index % 3 === 0 ? '["local"]' : index % 3 === 1 ? '["team", "local"]' : '["team"]';
    return `SECRET_${index} = { description = "Secret ${index}", providers = ${chain} }`;
  });
  return `[project]
name = "shop"
revision = "1.0"
[providers]
team = "vault://kv.example.com/secret"
local = "dotenv://.env"
[profiles.default]
${secrets.join('\n')}
`;
}

for (const [name, text] of Object.entries(manifests)) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'manifest.toml'), text);
}

function asked(name, ...words) {
  const env = { PATH: process.env.PATH, HOME: folder };
  const [command, ...before] = tool;
  const options = { cwd: join(folder, name), env, encoding: 'utf8', maxBuffer: 2 ** 28 };
  const { stdout, stderr, status } = spawnSync(command, [...before, ...words], options);
  if (status !== 0 && words[1] !== 'simulate')
    throw new Error(`tool ${words.join(' ')} exits with ${status}: ${stderr}`);
  return stdout;
}
const drawn = (name, format) => asked(name, 'plan', 'graph', '--format', format);
const graphOf = (name) => JSON.parse(drawn(name, 'json'));
/** What acts or hides is spelled out in every picture, as on a terminal. */
const spelled = (text) =>
  text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (one) => {
    const code = one.codePointAt(0);
    if (one === '\n') return '\\n';
    return code > 255 ? `<U+${code.toString(16).toUpperCase()}>` : `\\x${code.toString(16).padStart(2, '0')}`;
  });
const namesIn = (name) => graphOf(name).nodes.flatMap((node) => (node.kind === 'secret' ? [spelled(node.name)] : []));

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

const NARROW = 400;

/** A page of ours in a browser; what goes wrong in it, and what it asks the network for. */
async function opened(name, width = 1280) {
  const file = join(folder, name, 'page.html');
  writeFileSync(file, drawn(name, 'html'));
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) faults.push(`request ${request.url()}`);
  });
  const start = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('.secret');
  return { page, faults, milliseconds: performance.now() - start };
}

async function mermaidTexts(text) {
  const page = await browser.newPage();
  await page.setContent('<body></body>');
  await page.addScriptTag({ content: MERMAID });
  const svg = await page.evaluate(async (source) => {
    globalThis.mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });
    const drawing = await globalThis.mermaid.render('drawing', source);
    document.body.innerHTML = drawing.svg;
    return {
      texts: [...document.querySelectorAll('.nodeLabel, .cluster-label, .edgeLabel')].map((one) =>
        one.textContent.trim(),
      ),
      scripts: document.querySelectorAll('svg script, svg b').length,
    };
  }, text);
  await page.close();
  return svg;
}

const cases = Object.keys(manifests).flatMap((name) => [
  [
    `Mermaid draws ${name}, with the same names`,
    async () => {
      const text = drawn(name, 'mermaid');
      ok(text.length <= 50_000);
      const { texts, scripts } = await mermaidTexts(text);
      strictEqual(scripts, 0);
      if (name === 'large') ok(texts.includes('333 secrets'), texts.join(', '));
      else
        for (const secret of namesIn(name))
          ok(
            texts.some((one) => one.split(/ [*(]/u)[0] === secret),
            `${secret}: ${texts.join(' | ')}`,
          );
    },
  ],
  [
    `Graphviz reads ${name}, with the same names`,
    () => {
      const { stdout, stderr, status } = spawnSync('dot', ['-Tdot_json'], {
        input: drawn(name, 'dot'),
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      strictEqual(status, 0, stderr);
      const labels = JSON.parse(stdout).objects.flatMap(({ label }) => (label === undefined ? [] : [label]));
      const plain = labels.map((label) => label.replaceAll('&amp;', '&').replaceAll('\\\\', '\\'));
      for (const secret of namesIn(name))
        ok(
          plain.some((one) => one.split(/ [*(]/u)[0] === secret),
          secret,
        );
    },
  ],
  [
    `the SVG of ${name} is XML without scripts, with the same names`,
    async () => {
      const page = await browser.newPage();
      const found = await page.evaluate(
        (text) => {
          const tree = new DOMParser().parseFromString(text, 'image/svg+xml');
          return {
            faults: tree.querySelectorAll('parsererror').length,
            scripts: tree.querySelectorAll('script, foreignObject, image, a, use').length,
            texts: [...tree.querySelectorAll('text, title')].map((one) => one.textContent),
          };
        },
        drawn(name, 'svg'),
      );
      await page.close();
      deepStrictEqual([found.faults, found.scripts], [0, 0]);
      for (const secret of namesIn(name))
        ok(
          found.texts.some((one) => one.split(/ [*(←]|: /u)[0] === secret),
          secret,
        );
    },
  ],
  [
    `the page of ${name} shows every secret, and does nothing else`,
    async () => {
      const { page, faults } = await opened(name);
      const shown = await page.$$eval('.secret .name', (names) =>
        names.map((one) => one.textContent.replace(/ \*$/u, '')),
      );
      deepStrictEqual(shown.toSorted(), namesIn(name).toSorted());
      deepStrictEqual(faults, []);
      strictEqual(await page.$$eval('script', (scripts) => scripts.length), 2);
      await page.close();
    },
  ],
  [
    `axe finds nothing in the page of ${name}, by day and by night`,
    async () => {
      const { page } = await opened(name);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.click('.switch');
        await page.click('.secret');
        // The policy of the page lets no script in but its own; what a debugger evaluates is not bound by it.
        await page.evaluate(AXE);
        const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
        ok(passes.length > 10);
        deepStrictEqual(
          violations.map(({ id, nodes }) => [id, nodes[0].html]),
          [],
        );
        await page.keyboard.press('Escape');
      }
      await page.close();
    },
  ],
]);

cases.push(
  [
    'the page answers as the simulation does, for every store down',
    async () => {
      const { page } = await opened('small');
      await page.selectOption('#profile', { label: 'default' });
      const stores = await page.$$eval('.store strong', (names) => names.map((one) => one.textContent));
      for (const store of stores) {
        await page.click(`.store:has(strong:text-is(${JSON.stringify(store)})) .switch`);
        const answer = JSON.parse(
          asked('small', 'plan', 'simulate', '-P', 'default', '--down', store, '--format', 'json'),
        );
        match(
          await page.textContent('#verdict'),
          { ok: / is ok/u, degraded: / is degraded/u, fails: / fails/u }[answer.outcome],
        );
        const failed = await page.$$eval('.secret.failed .name', (names) =>
          names.map((one) => one.textContent.replace(/ \*$/u, '')),
        );
        deepStrictEqual(
          failed.toSorted(),
          answer.secrets.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : [])),
        );
        await page.click(`.store:has(strong:text-is(${JSON.stringify(store)})) .switch`);
      }
      await page.close();
    },
  ],
  [
    'the page of a thousand secrets is small, and ready',
    async () => {
      const { page, milliseconds } = await opened('large');
      ok(readFileSync(join(folder, 'large/page.html')).length <= 1_000_000);
      console.log(`ready after ${Math.round(milliseconds)} ms`);
      await page.fill('#search', 'secret_99');
      strictEqual((await page.$$('.secret')).length, 11);
      await page.close();
    },
  ],
  [
    'the page is used with the keyboard alone, on a narrow screen',
    async () => {
      const { page } = await opened('small', NARROW);
      await page.keyboard.press('/');
      await page.keyboard.type('db_');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      match(await page.textContent('#story'), /DB_USER/u);
      await page.keyboard.press('Escape');
      ok(await page.isHidden('#story'));
      await page.close();
    },
  ],
  ...Object.keys(manifests).map((name) => [
    `the page of ${name} fits a screen of 400 pixels, also with a story, and a printed page`,
    async () => {
      const { page } = await opened(name, NARROW);
      const isFitting = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      ok(await isFitting());
      await page.click('.secret');
      ok(await page.isVisible('#story'));
      ok(await isFitting());
      await page.keyboard.press('Escape');
      await page.emulateMedia({ media: 'print' });
      ok(await isFitting());
      await page.close();
    },
  ]),
  ...Object.keys(manifests).map((name) => [
    `the SVG of ${name} is as large on a screen of 400 pixels as on any, and scrolls`,
    async () => {
      const file = join(folder, name, 'narrow.svg');
      writeFileSync(file, drawn(name, 'svg'));
      const page = await browser.newPage({ viewport: { width: NARROW, height: 800 } });
      await page.goto(pathToFileURL(file).href);
      const {
        shown,
        drawn: meant,
        scrolls,
      } = await page.evaluate(() => {
        const { documentElement: root } = document;
        const { width } = root.getBoundingClientRect();
        return { shown: width, drawn: root.viewBox.baseVal.width, scrolls: root.scrollWidth };
      });
      deepStrictEqual([shown, scrolls], [meant, meant]);
      await page.close();
    },
  ]),
  [
    'no picture has a default or a part of a template',
    () => {
      for (const format of ['mermaid', 'dot', 'svg', 'html', 'json']) {
        const text = drawn('small', format).replaceAll('Plan of shop', '').replaceAll('"project":', '');
        doesNotMatch(text, /postgres:|@db/u);
      }
    },
  ],
);

try {
  process.exitCode = await runCasesInTurn(
    Object.fromEntries(cases.map(([title, check]) => [title, async () => check()])),
  );
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
