/** Where a vendor's program is. */
import { FileFault } from '../../files/files.js';
import { isFixedPath } from '../../files/fixed-path.js';
import type { FoundProgram, NoProgram } from '../../programs/programs.js';
import { variableIn } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { Vendor } from './vendor.js';

/** `shown`: what messages call it. */
export async function findVendor(
  { name, preferred, inWindows, pathVariable, install }: Vendor,
  shown: string,
  { programs, environment, files }: ProviderPorts,
): Promise<FoundProgram | Failed> {
  const set = pathVariable === undefined ? '' : variableIn(environment, pathVariable);
  if (set !== '') {
    if (isRelative(set)) return relative(`\`${pathVariable}\``);
    const found = await programs.find(set, environment);
    return found.kind === 'found'
      ? found
      : missing(found, `the program that \`${pathVariable}\` names`, 'there', install);
  }
  if (isRelative(name)) return relative(shown);
  const first = preferred === undefined ? null : await programs.find(preferred, environment);
  const found = first?.kind === 'found' ? first : await programs.find(name, environment);
  if (found.kind !== 'found' && inWindows !== undefined && (await isWsl(files))) {
    const there = await programs.find(inWindows, environment);
    if (there.kind === 'found') return there;
  }
  return found.kind === 'found' ? found : missing(found, shown, isFixedPath(name) ? 'there' : 'in `PATH`', install);
}

async function isWsl(files: ProviderPorts['files']): Promise<boolean> {
  try {
    const release = Buffer.from((await files.read('/proc/sys/kernel/osrelease')) ?? []).toString();
    return release.trimEnd().endsWith('-microsoft-standard-WSL2');
  } catch (error) {
    if (error instanceof FileFault) return false;
    throw error;
  }
}

const HAS_FOLDER = process.platform === 'win32' ? /[\\/:]/u : /\//u;

/** It would mean a file of the working folder, which may be a checkout. */
function isRelative(path: string): boolean {
  return HAS_FOLDER.test(path) && !isFixedPath(path);
}

function relative(what: string): Failed {
  return failed('unsupported', `${what} is a relative path`, 'write an absolute path');
}

function missing({ kind }: NoProgram, what: string, where: string, install: string): Failed {
  const detail = kind === 'not found' ? `${what} was not found ${where}` : `${what} is not executable`;
  return failed('missing-program', detail, install);
}
