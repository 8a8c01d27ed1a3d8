/** The kubeconfig: files of clusters, users and contexts, merged as kubectl merges them (providers-cloud 3.12 (5)). */
import { dirname, isAbsolute, join } from 'node:path';
import { variableIn } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { objectIn } from '../bases/http-reply.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

export interface Kubeconfig {
  readonly kind: 'kubeconfig';
  /** Empty if no file names one. */
  readonly currentContext: string;
  readonly contexts: ReadonlyMap<string, KubeTable>;
  readonly clusters: ReadonlyMap<string, KubeTable>;
  readonly users: ReadonlyMap<string, KubeTable>;
}

/** One cluster, user or context; relative paths in it start from the folder of its file. */
export interface KubeTable {
  readonly fields: KubeconfigFields;
  readonly folder: string;
}
export type KubeconfigFields = Readonly<Record<string, unknown>>;

interface KubeFile {
  readonly path: string;
  /** In messages, which do not show paths. */
  readonly shown: string;
}

/** Null: the user has none. */
export async function readKubeconfig(ports: ProviderPorts): Promise<Kubeconfig | Failed | null> {
  const files = filesOf(ports);
  const read = await Promise.all(files.map((file) => readFile(file, ports)));
  const unreadable = read.find((file) => file?.kind === 'failed');
  if (unreadable?.kind === 'failed') return unreadable;
  const found = read.filter((file): file is Kubeconfig => file?.kind === 'kubeconfig');
  if (found.length > 0) return found.reduceRight((rest, first) => merged(first, rest));
  if (variableIn(ports.environment, 'KUBECONFIG') === '') return null;
  return failed('missing-credential', 'no file that `KUBECONFIG` names exists');
}

/** A path in the kubeconfig, relative to the file that has it. */
export function pathIn(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** A text of a table; empty where it is anything else. */
export function textIn(fields: KubeconfigFields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** The certificate or key that a table holds in base64 (`NAME-data`), or whose file it names. */
export async function pemIn(
  { fields, folder }: KubeTable,
  name: string,
  { files }: ProviderPorts,
): Promise<Uint8Array | Failed | null> {
  const data = textIn(fields, `${name}-data`);
  if (data !== '') return Buffer.from(data, 'base64');
  const path = textIn(fields, name);
  if (path === '') return null;
  const shown = `the \`${name}\` of the kubeconfig`;
  try {
    return (await files.read(pathIn(folder, path))) ?? failed('unsupported', `${shown} is a file that does not exist`);
  } catch (error) {
    return failedFile(error, shown);
  }
}

function filesOf({ environment, home }: ProviderPorts): readonly KubeFile[] {
  const named = variableIn(environment, 'KUBECONFIG');
  if (named === '') return home === null ? [] : [{ path: join(home, '.kube/config'), shown: '`~/.kube/config`' }];
  const paths = named.split(process.platform === 'win32' ? ';' : ':').filter((path) => path !== '');
  return paths.map((path, index) => {
    const which = paths.length === 1 ? 'the file' : `file ${index + 1}`;
    return { path, shown: `${which} that \`KUBECONFIG\` names` };
  });
}

/** Null: there is no such file, which is allowed for each of several. */
async function readFile({ path, shown }: KubeFile, { files }: ProviderPorts): Promise<Kubeconfig | Failed | null> {
  try {
    const bytes = await files.read(path);
    return bytes === null ? null : parsed(decodeUtf8(bytes) ?? '\0', dirname(path), shown);
  } catch (error) {
    return failedFile(error, shown);
  }
}

async function parsed(text: string, folder: string, shown: string): Promise<Kubeconfig | Failed> {
  const { parseKubeconfig } = await import('./parse-kubeconfig.js');
  const content = parseKubeconfig(text, shown);
  if ('failure' in content) return content;
  const { fields } = content;
  return {
    kind: 'kubeconfig',
    currentContext: textIn(fields, 'current-context'),
    contexts: tablesIn(fields, 'context', folder),
    clusters: tablesIn(fields, 'cluster', folder),
    users: tablesIn(fields, 'user', folder),
  };
}

function tablesIn(
  file: KubeconfigFields,
  kind: 'context' | 'cluster' | 'user',
  folder: string,
): ReadonlyMap<string, KubeTable> {
  const listed = file[`${kind}s`];
  const entries = (Array.isArray(listed) ? listed : []).flatMap((entry: unknown) => {
    const item = objectIn(entry);
    const fields = objectIn(item?.[kind] ?? {});
    return item === null || fields === null ? [] : [[textIn(item, 'name'), { fields, folder }] as const];
  });
  // Of two with one name the first counts.
  return new Map(entries.reverse());
}

/** What both define is that of the first. */
function merged(first: Kubeconfig, rest: Kubeconfig): Kubeconfig {
  return {
    kind: 'kubeconfig',
    currentContext: first.currentContext || rest.currentContext,
    contexts: new Map([...rest.contexts, ...first.contexts]),
    clusters: new Map([...rest.clusters, ...first.clusters]),
    users: new Map([...rest.users, ...first.users]),
  };
}
