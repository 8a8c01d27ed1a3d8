#!/usr/bin/env node
/**
 * What `docker build` and `docker run` do with an image and a process, without a daemon: the image is a folder, the container a process in
 * namespaces of its own (bubblewrap), which is process 1 there and has nothing of this system but its libraries.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, join, resolve } from 'node:path';

const images = process.env.DOCKER_IMAGES;
const NONROOT = '65532';
const LIBRARIES = ['usr/lib', 'usr/lib64'].filter((folder) => existsSync(`/${folder}`));
/** Base images by their name: what they have beside the libraries. */
const BASES = {
  'gcr.io/distroless/cc-debian12': {},
  'gcr.io/distroless/nodejs20-debian12': { [process.execPath]: 'nodejs/bin/node' },
};
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];

const [verb, ...words] = process.argv.slice(2);
if (verb === 'build') build(words);
else if (verb === 'run') run(optionsOf(words));
else if (verb === 'compose') compose(words);
else stop(`docker ${verb} is not one of build, run, compose`);

function stop(why) {
  console.error(why);
  process.exit(125);
}

/** The instructions of a Dockerfile that the pages use. */
function build([tag, name, context]) {
  if (tag !== '--tag' || context === undefined) stop('docker build --tag NAME FOLDER');
  const image = {
    folder: join(images, encodeURIComponent(name)),
    env: {},
    user: '0',
    workdir: '/',
    entrypoint: [],
    cmd: [],
  };
  const root = join(image.folder, 'root');
  rmSync(root, { recursive: true, force: true });
  for (const folder of ['tmp', 'proc', 'dev', ...LIBRARIES, 'run/secrets'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of LIBRARIES) symlinkSync(folder, join(root, basename(folder)));
  const instructions = {
    FROM: (base) => {
      if (BASES[base] === undefined) stop(`no base image ${base}`);
      image.base = BASES[base];
    },
    COPY: (text) => {
      const paths = text.split(/\s+/u).filter((word) => !word.startsWith('--'));
      const target = join(root, paths.at(-1));
      for (const path of paths.slice(0, -1)) {
        const copy = paths.at(-1).endsWith('/') ? join(target, basename(path)) : target;
        cpSync(resolve(context, path), copy, { recursive: true, dereference: true });
      }
    },
    ENV: (text) => {
      const [, key, value] = /^(\w+)=(.*)$/u.exec(text);
      image.env[key] = value;
    },
    USER: (user) => {
      image.user = user === 'nonroot' ? NONROOT : user;
    },
    WORKDIR: (path) => {
      image.workdir = path;
    },
    ENTRYPOINT: (text) => {
      image.entrypoint = JSON.parse(text);
    },
    CMD: (text) => {
      image.cmd = JSON.parse(text);
    },
  };
  for (const line of readFileSync(join(context, 'Dockerfile'), 'utf8').split('\n')) {
    const [, instruction, text] = /^([A-Z]+) (.*)$/u.exec(line) ?? [];
    if (instruction !== undefined) (instructions[instruction] ?? (() => stop(`${instruction} is not supported`)))(text);
  }
  for (const path of Object.values(image.base)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  writeFileSync(join(image.folder, 'image.json'), JSON.stringify(image));
}

function run(options) {
  const image = JSON.parse(readFileSync(join(images, encodeURIComponent(options.image), 'image.json'), 'utf8'));
  const root = join(image.folder, 'root');
  const mounts = [options.isReadOnly ? '--ro-bind' : '--bind', root, '/', '--proc', '/proc', '--dev', '/dev'];
  for (const folder of LIBRARIES) mounts.push('--ro-bind', `/${folder}`, `/${folder}`);
  for (const [from, to] of Object.entries(image.base)) mounts.push('--ro-bind', from, `/${to}`);
  for (const path of options.tmpfs) mounts.push('--tmpfs', path);
  for (const [from, to, mode] of options.volumes)
    mounts.push(mode === 'ro' ? '--ro-bind' : '--bind', resolve(from), to);
  if (options.secretFiles.length > 0) mounts.push('--tmpfs', '/run/secrets');
  for (const [from, to] of options.secretFiles) mounts.push('--ro-bind', from, to);
  const variables = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...image.env,
    ...options.env,
  };
  const settings = Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]);
  const alone = [
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-net',
    '--as-pid-1',
    '--die-with-parent',
  ];
  const who = ['--uid', image.user, '--gid', image.user, '--chdir', image.workdir, '--clearenv', ...settings];
  const command = [...image.entrypoint, ...(options.command.length > 0 ? options.command : image.cmd)];
  const child = spawn('bwrap', ['--info-fd', '3', ...alone, ...mounts, ...who, '--', ...command], {
    // What a shell or `timeout` sends to its whole group reaches process 1 once, through this process.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  let first = null;
  let facts = '';
  child.stdio[3].on('data', (piece) => {
    facts += piece;
    first = Number(/"child-pid": (\d+)[\s,]/u.exec(facts)?.[1] ?? 0) || first;
  });
  // As with `docker run` in a terminal or a script: the signals that it gets are those of process 1.
  for (const signal of FORWARDED) process.on(signal, () => first !== null && process.kill(first, signal));
  child.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
}

/** `docker compose run SERVICE`: what Docker's own library reads in the file. */
function compose([order, service]) {
  if (order !== 'run' || service === undefined) stop('docker compose run SERVICE');
  const read = spawnSync(process.env.COMPOSE, ['compose.yaml'], { encoding: 'utf8' });
  if (read.status !== 0) stop(read.stderr);
  const { services, secrets = {} } = JSON.parse(read.stdout);
  const {
    image,
    command,
    environment,
    read_only: isReadOnly = false,
    tmpfs = [],
    secrets: used = [],
  } = services[service];
  run({
    image,
    isReadOnly,
    tmpfs,
    volumes: [],
    command: command ?? [],
    env: Object.fromEntries(Object.entries(environment ?? {}).filter(([, value]) => value !== null)),
    secretFiles: used.map(({ source, target = source }) => [secrets[source].file, resolve('/run/secrets', target)]),
  });
}

/** `--name value` and `--name=value` of the options that the pages use. */
function optionsOf(given) {
  const options = { isReadOnly: false, tmpfs: [], volumes: [], secretFiles: [], env: {}, image: null, command: [] };
  const words = given.flatMap((word) =>
    /^--\w+=/u.test(word) && options.image === null ? word.split(/=(.*)/su, 2) : [word],
  );
  while (words.length > 0) {
    const word = words.shift();
    if (word === '--rm') continue;
    if (word === '--read-only') options.isReadOnly = true;
    else if (word === '--tmpfs') options.tmpfs.push(words.shift());
    else if (word === '--volume') options.volumes.push(words.shift().split(':'));
    else if (word === '--env') {
      const name = words.shift();
      if (process.env[name] !== undefined) options.env[name] = process.env[name];
    } else if (word.startsWith('-')) stop(`unknown option ${word}`);
    else return { ...options, image: word, command: words };
  }
  return stop('docker run [OPTION]... IMAGE [COMMAND]...');
}
