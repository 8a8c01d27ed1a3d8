/** Addresses of texts, as clients spell them, and the files that they mean. */
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a file; null for a text that is in no file here, such as `untitled:Untitled-1`. */
export function pathOf(uri: string): string | null {
  if (!/^file:/iu.test(uri)) return null;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? null : path;
  } catch {
    // Another host, or characters that no path has: the text is known by its address alone.
    return null;
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
