/** `export --format dotenv`: what our own dotenv store reads back to the same values (semantics 6.4). */
import { renderDotenvValue } from '../../providers/dotenv/render-dotenv.js';

export function exportDotenv(values: Iterable<readonly [string, string]>): string {
  return [...values].map(([name, value]) => `${name}=${renderDotenvValue(value)}\n`).join('');
}
