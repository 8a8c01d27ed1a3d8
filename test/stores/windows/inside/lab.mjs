/** Runs on Windows: projects and calls of the tool. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const LIMIT_MS = 60_000;

export class Lab {
  #tool;
  #drive;

  /** The same folder as one of another machine. */
  get share() {
    return String.raw`\\box\share`;
  }

  /** `drive`: a folder on another drive than the home. */
  constructor(tool, drive) {
    this.#tool = tool;
    this.#drive = drive;
  }

  /** A folder with these files, and a home of its own. */
  project(files, on = this.#drive) {
    const folder = mkdtempSync(join(on, 'project-'));
    const home = mkdtempSync(join(tmpdir(), 'home-'));
    for (const part of ['AppData/Local', 'AppData/Roaming', 'Temp']) mkdirSync(join(home, part), { recursive: true });
    const project = new Project(this.#tool, folder, home);
    for (const [path, text] of Object.entries(files)) project.write(path, text);
    return project;
  }
}

class Project {
  #tool;

  constructor(tool, folder, home) {
    this.#tool = tool;
    this.folder = folder;
    this.home = home;
  }

  write(path, text) {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  has(path) {
    return existsSync(join(this.folder, path));
  }

  read(path) {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** `env`: variables in place of those of this process; undefined removes one. */
  call(words, { input = '', env = {}, stdio = 'pipe' } = {}) {
    const options = { cwd: this.folder, input, stdio, encoding: 'utf8', timeout: LIMIT_MS };
    const variables = { ...this.variables, ...env };
    const [program, ...before] = this.command;
    const result = spawnSync(program, [...before, ...words], { ...options, env: variables });
    return {
      status: result.status,
      stdout: result.stdout ?? '',
      stderr: result.stderr ?? '',
      isLate: result.error?.code === 'ETIMEDOUT',
    };
  }

  /** What starts the tool: itself, or Node with its script. */
  get command() {
    return this.#tool.endsWith('.exe') ? [this.#tool] : [process.execPath, this.#tool];
  }

  get variables() {
    const at = (...parts) => join(this.home, ...parts);
    return {
      ...process.env,
      NO_COLOR: '1',
      USERPROFILE: at(),
      APPDATA: at('AppData', 'Roaming'),
      LOCALAPPDATA: at('AppData', 'Local'),
      TEMP: at('Temp'),
      TMP: at('Temp'),
      TOOL_REASON: 'test',
    };
  }
}
