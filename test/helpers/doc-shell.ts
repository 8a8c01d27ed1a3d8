/** A shell for the examples of a page, which starts with a copy of docs/examples. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FakeVendor } from '../stores/fakes/fake-vendor.js';
import { openCli } from './run-cli.js';
import { BUNDLE, TOOL_WORDS } from './tool-path.js';

const LIBRARY = fileURLToPath(new URL('../../runtime/sdk/index.js', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../docs/examples', import.meta.url));

export interface DocShell {
  /** Paths start in the folder named `place`; `~/` is the home of this shell. */
  write(place: string, path: string, text: string): void;
  /**
   * Puts the fake of a vendor's program (`test/stores/fakes/`) into the `PATH` of the commands that follow, with an empty vault; or starts that
   * of a server, and sets the variables that lead there.
   */
  install(program: string): Promise<void>;
  run(place: string, command: string): Promise<{ readonly output: string; readonly status: number }>;
  remove(): void;
}

/** Places are the folders of docs/examples, and any other name for a folder that starts out empty. */
export function openDocShell(): DocShell {
  const world = openCli();
  cpSync(EXAMPLES, world.work, { recursive: true });
  installLibrary(join(world.work, 'node_modules/@tool/tool'));
  const paths = ['$PATH', helpersIn(join(world.temporary, 'helpers'))];
  const settings: string[] = [];
  const servers: (() => void)[] = [];
  return {
    write: (place, path, text) => world.write(path.startsWith('~/') ? path : join(place, path), text),
    install: async (program) => {
      const { vendor, serve } = await import(`../stores/fakes/${program}.js`);
      const folder = join(world.temporary, program);
      if (vendor !== undefined) paths.unshift(new FakeVendor(vendor, folder).installed());
      const { variables, close } =
        vendor === undefined ? await serve(folder) : { variables: vendor.session ?? {}, close: null };
      settings.push(...Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`));
      if (close !== null) servers.push(close);
    },
    run: async (place, command) => {
      mkdirSync(join(world.work, place), { recursive: true });
      const { stdout, status } = await world.run(
        [`cd '${place}'`, `PATH="${paths.join(':')}"`, ...settings, `{ ${command}\n} 2>&1`].join(' && '),
      );
      return { output: onLines(stdout.toString()), status };
    },
    remove: () => {
      for (const close of servers) close();
      world.remove();
    },
  };
}

/** The package as programs of the examples import it. */
function installLibrary(folder: string): void {
  const built = join(BUNDLE, 'sdk.mjs');
  const library = existsSync(built) ? built : LIBRARY;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(folder, 'index.js'), `export * from ${JSON.stringify(library)};\n`);
}

/** A folder with the credential helpers, which are in the `PATH` where the package is installed. */
function helpersIn(folder: string): string {
  mkdirSync(folder);
  const start = TOOL_WORDS.map((word) => `'${word}'`).join(' ');
  for (const of of ['docker', 'git'])
    writeFileSync(join(folder, `${of}-credential-tool`), `#!/bin/sh\nexec ${start} ${of} credential "$@"\n`, {
      mode: 0o755,
    });
  return folder;
}

/** As a terminal would show it: what has no newline at its end still ends a line. */
function onLines(output: string): string {
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}
