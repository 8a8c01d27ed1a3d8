/** A workbench of VS Code with the extension, and a browser that shows it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

const SIZE = { width: 1400, height: 900 };
const SLOW_MS = 60_000;

/** `settings`: of the user, and of this machine. `extensions`: files or folders. */
export async function openWorkbench(server, browser, { folder, home, settings, machine, extensions }) {
  const data = join(home, 'data');
  const installed = join(home, 'extensions');
  writeJson(join(data, 'User/settings.json'), settings);
  writeJson(join(data, 'Machine/settings.json'), machine);
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', EXTENSIONS_GALLERY: NO_GALLERY };
  const places = ['--user-data-dir', data, '--extensions-dir', installed];
  for (const extension of extensions) {
    const { status, stdout, stderr } = run(server, [...places, '--install-extension', extension], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${extension} cannot be installed: ${stdout}${stderr}`);
  }
  const port = await freePort();
  const words = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
  const [program, ...start] = server;
  const child = spawn(program, [...start, ...places, ...words, folder], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  child.stderr.on('data', (bytes) => {
    complaint += bytes;
  });
  await answers(port, () => complaint);
  const page = await browser.newPage({ viewport: SIZE });
  page.setDefaultTimeout(SLOW_MS);
  await page.goto(`http://127.0.0.1:${port}/?folder=${folder}`);
  await page.waitForSelector('.monaco-workbench .explorer-viewlet');
  const close = async () => {
    if (page.isClosed()) return;
    await page.close();
    // With all that it started.
    process.kill(-child.pid, 'SIGKILL');
    child.stderr.destroy();
  };
  return { page, close };
}

const run = ([program, ...start], words, options) => spawnSync(program, [...start, ...words], options);
/** Nothing is looked for on the network. */
const NO_GALLERY = '{"serviceUrl":"http://127.0.0.1:9"}';

function writeJson(path, value) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function answers(port, complaint) {
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok) return;
    await after(200);
  }
  throw new Error(`the workbench does not answer: ${complaint()}`);
}

/** What a person does in the workbench, by keys. */
export function hands(page) {
  const press = (keys) => page.keyboard.press(keys);
  const type = (text) => page.keyboard.type(text, { delay: 20 });
  const quick = async (keys, text) => {
    await press(keys);
    await page.waitForSelector('.quick-input-widget input', { state: 'visible' });
    await type(text);
    await after(SETTLES_MS);
    await press('Enter');
  };
  return {
    press,
    type,
    open: async (name) => {
      await page.dblclick(`.explorer-folders-view [aria-label^="${name}"]`);
      await page.waitForSelector('.monaco-editor .view-line');
    },
    /** Both counted from 1. */
    goTo: async (line, column) => {
      await quick('Control+g', `${line}:${column}`);
      await page.waitForSelector('.quick-input-widget', { state: 'hidden' });
    },
    /** It may ask for more. */
    command: (title) => quick('F1', title),
  };
}
const SETTLES_MS = 700;

/** The texts of what is shown, once there is one that fits. */
export async function texts(page, selector, isWanted = () => true) {
  let all = [];
  for (let tries = 0; tries < 300; tries++) {
    all = (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/gu, ' ').trim());
    if (all.some(isWanted)) return all;
    await after(200);
  }
  throw new Error(`${selector} shows ${JSON.stringify(all)}`);
}
