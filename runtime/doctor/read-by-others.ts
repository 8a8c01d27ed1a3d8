/** Whether others than the user can read a file or folder of plain text, and the command that changes that. */
import type { Stats } from 'node:fs';
import type { DoctorFinding } from '#schemas/doctor-report.js';
import { accessLists } from '../files/others.js';
import type { Variables } from '../inputs/folders.js';
import { finding } from './finding.js';

interface Looked {
  readonly location: 'file' | 'folder';
  readonly path: string;
  readonly status: Stats;
  /** How the path is typed. */
  readonly shown: string;
  readonly store: string;
}

export function readByOthers(
  { location, path, status, shown, store }: Looked,
  variables: Variables,
): readonly DoctorFinding[] {
  const others = accessLists()?.others(path) ?? ((status.mode & 0o077) === 0 ? 'nothing' : 'read');
  if (others === 'nothing') return [];
  if (others === 'unknown') return [finding('store', 'note', 'the system does not tell who can read it', { store })];
  const command =
    accessLists() === null ? byMode(location, shown) : byList(location, shown, variables['USERNAME'] ?? '');
  return [finding('store', 'warning', 'other users can read it', { store, command })];
}

function byMode(location: 'file' | 'folder', path: string): readonly string[] {
  return location === 'folder' ? ['chmod', '-R', 'go=', path] : ['chmod', '600', path];
}

/** The system and its administrators by number, which is the same in every language. */
function byList(location: 'file' | 'folder', path: string, user: string): readonly string[] {
  const rights = location === 'folder' ? ':(OI)(CI)F' : ':F';
  return [
    'icacls',
    path,
    '/inheritance:r',
    '/grant:r',
    ...[user, '*S-1-5-18', '*S-1-5-32-544'].map((one) => one + rights),
  ];
}
