/** Stores whose values are plain text on disk: git may commit them, and everyone who can read the disk can read them. */
import { descriptorOf } from './index.js';

/** What the location of such a store is; null for every other store. */
export function plainFilesOf(scheme: string): 'file' | 'folder' | null {
  const descriptor = descriptorOf(scheme);
  const location = descriptor?.uri.location;
  return descriptor?.plainText === true && (location === 'file' || location === 'folder') ? location : null;
}
