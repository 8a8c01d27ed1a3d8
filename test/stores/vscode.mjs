/**
 * The extension of editors/vscode, built and packed by its own files, in a real workbench in headless Chromium.
 * `node test/stores/vscode.mjs [--screenshots FOLDER] COMMAND...`; ends with `N passed, N failed`. The first time, the workbench and what
 * builds the extension are installed from npm, and kept in the cache folder of the user.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { runCasesInTurn } from './run-cases.mjs';
import { browserDriver, builtExtension, codeServer } from './vscode/installed.mjs';
import { hands, openWorkbench, texts } from './vscode/workbench.mjs';

const words = process.argv.slice(2);
const pictures = words[0] === '--screenshots' ? words.splice(0, 2)[1] : null;
const tool = words;
const root = mkdtempSync(join(tmpdir(), 'tool-vscode-'));
const LARGEST_BYTES = 100_000;
const MANIFEST = `[project]
name = "shop"
revision = "1.0"

[profiles.default]
DB_USER = { description = "User of the database", default = "canary-default" }
DB_URL = { description = "Ä 😀 url", composed = "db://\${DB_USER}@\${DB_USER}$\${DB_USER}" }
TOKEN = { description = "Token", requred = false }

[profiles.live]
DB_USER = { description = "User of the live database" }

[scopes.web]
secrets = ["DB_URL", "TOKEN"]
`;
const FIXED = MANIFEST.replace('requred', 'required').replace('live database"', 'live database", required = true');

const QUIET = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'remote.autoForwardPorts': false,
  'editor.minimap.enabled': false,
};

const server = codeServer();
const chromium = await browserDriver();
const built = server && chromium && builtExtension(join(root, 'build'));
process.exitCode = built === null ? 0 : await inBrowser();
rmSync(root, { recursive: true });

async function inBrowser() {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const benches = [];
  try {
    const cases = casesIn(async (...options) => {
      benches.push(await opened(browser, ...options));
      return benches.at(-1);
    });
    return await runCasesInTurn(pictured(cases, () => benches.at(-1)));
  } finally {
    for (const bench of benches) await bench.close();
    await browser.close();
  }
}

/** The same cases; of one that fails there is a picture. */
function pictured(cases, bench) {
  const tried = (name, check) => async () => {
    try {
      await check();
    } catch (error) {
      await bench()?.picture(`failed ${name}`);
      throw error;
    }
  };
  return Object.fromEntries(Object.entries(cases).map(([name, check]) => [name, tried(name, check)]));
}

/** A workbench over a project; each has a program that writes down when it is started. */
async function opened(browser, name, { text = MANIFEST, settings = {}, command, extensions = [] } = {}) {
  const home = join(root, name);
  const folder = join(home, 'project');
  const file = join(folder, 'manifest.toml');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  mkdirSync(join(folder, '.vscode'));
  // What a workspace must not be able to do.
  const other = ['sh', '-c', `touch '${folder}/replaced'`];
  writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'tool.command': other }));
  const started = join(home, 'started');
  const program = join(home, 'tool');
  const line = tool.map((word) => `'${word}'`).join(' ');
  writeFileSync(program, `#!/bin/sh\necho "$$ $*" >>'${started}'\nexec ${line} "$@"\n`, { mode: 0o755 });
  const { page, close } = await openWorkbench(server, browser, {
    folder,
    home,
    settings: { ...QUIET, ...settings },
    machine: { 'tool.command': command ?? [program] },
    extensions: [built.vsix, ...extensions],
  });
  return {
    page,
    ...hands(page),
    /** Saves, and waits until the file is as expected. */
    saved: async (pattern) => {
      const text = () => readFileSync(file, 'utf8');
      // What is to be saved may not be there yet.
      await becomes(
        text,
        (one) => pattern.test(one),
        () => page.keyboard.press('Control+s'),
      );
      return text();
    },
    starts: () => (existsSync(started) ? readFileSync(started, 'utf8').trim().split('\n') : []),
    picture: async (what) =>
      pictures && !page.isClosed() && page.screenshot({ path: join(pictures, `${name}-${what}.png`) }),
    rename: async (name) => {
      await page.keyboard.press('F2');
      const input = page.locator('.rename-box input');
      await input.fill(name);
      await input.press('Enter');
    },
    configure: (words) =>
      writeFileSync(join(home, 'data/Machine/settings.json'), JSON.stringify({ 'tool.command': words })),
    folder,
    program,
    close,
  };
}

/** The references in the template are coloured alike, and not like the text before them. */
async function expectColours(page) {
  const line = page.locator('.view-line', { hasText: 'composed' }).first();
  const parts = () =>
    line.locator('span > span').evaluateAll((all) => all.map(({ textContent, className }) => [textContent, className]));
  const ofText = (all) => all.find(([text]) => text.includes('db:'))?.[1];
  const ofNames = (all) => all.filter(([text]) => text === 'DB_USER').map(([, name]) => name);
  let found = [];
  await becomes(
    () => found,
    (all) => ofNames(all).length === 2 && ofNames(all).every((name) => name !== ofText(all)),
    async () => {
      found = await parts();
    },
  );
  strictEqual(new Set(ofNames(found)).size, 1);
}

async function becomes(read, isWanted, meanwhile = async () => {}) {
  for (let tries = 0; tries < 300; tries++) {
    if (isWanted(read())) return;
    await meanwhile();
    await after(200);
  }
  throw new Error(`it stays ${JSON.stringify(read())}`);
}

function casesIn(open) {
  let bench;
  return {
    [`the package has at most ${LARGEST_BYTES} bytes`]: async () => ok(statSync(built.vsix).size <= LARGEST_BYTES),
    'a finding is underlined, and listed with the problems': async () => {
      bench = await open('work');
      await bench.open('manifest.toml');
      await bench.page.waitForSelector('.squiggly-error');
      await bench.press('Control+Shift+m');
      const rows = await texts(bench.page, '.markers-panel .monaco-list-row', (row) => row.includes('E0203'));
      ok(
        rows.some((row) => /`requred` is not a key.*tool.*E0203.*Ln 8, Col 34/u.test(row)),
        rows.join('\n'),
      );
      await bench.picture('problems');
      await bench.press('Control+Shift+m');
    },
    'a secret says what it means, without the text of its default': async () => {
      await bench.goTo(7, 60);
      await bench.press('Control+k');
      await bench.press('Control+i');
      const [text] = await texts(bench.page, '.monaco-hover:not(.hidden) .hover-contents', (one) =>
        one.includes('User of the'),
      );
      ok(!text.includes('canary-default'), text);
      await bench.picture('hover');
      await bench.press('Escape');
    },
    'keys that may be written are proposed, and taken': async () => {
      await bench.goTo(11, 54);
      await bench.type(', ');
      await bench.press('Control+Space');
      const labels = await texts(bench.page, '.suggest-widget .monaco-list-row', (one) => one.startsWith('providers'));
      ok(!labels.some((one) => one.startsWith('description')), labels.join('\n'));
      await bench.picture('completion');
      await bench.type('requ');
      await bench.press('Enter');
      // The values of the key are proposed next.
      await texts(bench.page, '.suggest-widget .monaco-list-row', (one) => one.startsWith('true'));
      await bench.press('Enter');
      await bench.saved(/^DB_USER = \{ description = "User of the live database", required = true \}$/mu);
    },
    'a quick fix corrects a key': async () => {
      await bench.goTo(8, 36);
      await bench.press('Control+.');
      const actions = await texts(bench.page, '.action-widget .monaco-list-row', (one) => one.includes('required'));
      await bench.picture('quick-fix');
      ok(actions.length > 0);
      await bench.press('Enter');
      await bench.page.waitForSelector('.squiggly-error', { state: 'detached' });
      await bench.saved(/required = false \}/u);
    },
    'what a declaration inherits is shown at its end': async () => {
      const lines = await texts(bench.page, '.view-line', (line) => line.includes('← default'));
      ok(
        lines.some((line) => /^DB_USER = .*live.*\}\s?← default · the user's default store$/u.test(line)),
        lines.join('\n'),
      );
    },
    'references in a template have a colour of their own, and what is escaped has none': async () => {
      await bench.goTo(1, 1);
      await bench.picture('colours');
      await expectColours(bench.page);
    },
    'a rename that moves no value is applied at once': async () => {
      await bench.goTo(7, 3);
      await bench.rename('DB_ADDRESS');
      await bench.saved(/^DB_ADDRESS = [\s\S]*\["DB_ADDRESS", "TOKEN"\]/mu);
    },
    'a rename that leaves a value under its old name asks first': async () => {
      await bench.goTo(6, 3);
      await bench.rename('DB_LOGIN');
      await bench.page.waitForSelector('.bulk-edit-panel .edit-checkbox');
      await bench.picture('rename');
      await bench.page.locator('.bulk-edit-panel .edit-checkbox').first().click();
      await bench.page.getByRole('button', { name: 'Apply', exact: true }).click();
      const text = await bench.saved(/DB_LOGIN/u);
      const expected = FIXED.replaceAll('DB_URL', 'DB_ADDRESS').replace(/(?<!\$\$\{)DB_USER/gu, 'DB_LOGIN');
      strictEqual(text, expected);
    },
    'a server that is killed is started again, and goes on': async () => {
      const [before] = bench.starts().at(-1).split(' ');
      const count = bench.starts().length;
      process.kill(Number(before), 'SIGKILL');
      await becomes(bench.starts, (all) => all.length > count);
      await bench.goTo(13, 1);
      await bench.type('x');
      await bench.page.waitForSelector('.squiggly-error');
      strictEqual(bench.starts().length, count + 1);
      await bench.picture('restarted');
    },
    'a workspace does not replace the program': async () => {
      ok(!existsSync(join(bench.folder, 'replaced')));
      await bench.close();
    },
    'a program that is not there is reported, and the next one is used': async () => {
      const lost = await open('lost', { command: ['/nowhere/tool'] });
      const [said] = await texts(lost.page, '.notification-list-item-message', (one) => one.includes('tool'));
      await lost.picture('message');
      match(said, /^Manifests are not checked: `\/nowhere\/tool lsp` cannot be started: .*ENOENT.*tool\.command/u);
      lost.configure(['sh', '-c', 'echo no secrets here >&2; exit 3']);
      await texts(lost.page, '.notification-list-item-message', (one) =>
        /`sh -c .* lsp` ended before it answered: no secrets here/u.test(one),
      );
      await lost.picture('second-message');
      lost.configure([lost.program]);
      await lost.open('manifest.toml');
      await lost.page.waitForSelector('.squiggly-error');
      await lost.close();
    },
    'in a workspace that is not trusted nothing is started': async () => {
      const trust = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };
      const wary = await open('wary', { settings: trust });
      await wary.open('manifest.toml');
      await texts(wary.page, '.statusbar-item', (one) => one.includes('Restricted Mode'));
      await after(5_000);
      await wary.picture('restricted');
      deepStrictEqual(wary.starts(), []);
      await wary.close();
    },
    'beside an extension for TOML, templates have the colours of the grammar, and agents find the server': async () => {
      const toml = await open('toml', {
        extensions: [built.toml],
        settings: { 'chat.disableAIFeatures': false, 'editor.semanticHighlighting.enabled': false },
      });
      await toml.open('manifest.toml');
      await toml.page.waitForSelector('.squiggly-error');
      await toml.picture('grammar');
      await expectColours(toml.page);
      await texts(toml.page, '.statusbar-item', (one) => one === 'toml');
      await toml.command('MCP: List Servers');
      await texts(toml.page, '.quick-input-list .monaco-list-row', (one) => /^tool ?Stopped/u.test(one));
      await toml.picture('mcp');
      await toml.close();
    },
  };
}
