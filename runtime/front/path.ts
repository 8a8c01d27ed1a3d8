/** As much of `node:path` as the warm path uses, of its POSIX half. */

export const sep = '/';

export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

export function normalize(path: string): string {
  if (path === '') return '.';
  const kept = segments(path, !isAbsolute(path)).join('/');
  const end = path.endsWith('/') ? '/' : '';
  if (isAbsolute(path)) return kept === '' ? '/' : `/${kept}${end}`;
  return kept === '' ? `.${end}` : kept + end;
}

export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join('/'));
}

export function resolve(...parts: readonly string[]): string {
  let path = '';
  for (let index = parts.length - 1; index >= -1 && !isAbsolute(path); index--) {
    // As `resolve` of Node, which asks the process, too.
    const part = index === -1 ? process.cwd() : (parts[index] ?? '');
    if (part !== '') path = path === '' ? part : `${part}/${path}`;
  }
  return `/${segments(path, false).join('/')}`;
}

export function dirname(path: string): string {
  const end = endOf(path);
  const slash = path.lastIndexOf('/', end - 1);
  if (slash === -1) return isAbsolute(path) && end === 0 ? '/' : '.';
  const parent = path.slice(0, slash);
  if (endOf(parent) > 0) return parent;
  return slash === 1 ? '//' : '/';
}

export function basename(path: string): string {
  const end = endOf(path);
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

export function relative(from: string, to: string): string {
  const [start, goal] = [segments(resolve(from), false), segments(resolve(to), false)];
  let common = 0;
  while (common < start.length && common < goal.length && start[common] === goal[common]) common++;
  return [...start.slice(common).map(() => '..'), ...goal.slice(common)].join('/');
}

/** Without `.` and what `..` takes back. */
function segments(path: string, keepsParents: boolean): readonly string[] {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (keepsParents) kept.push('..');
  }
  return kept;
}

/** Where the path ends without slashes. */
function endOf(path: string): number {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return end;
}
