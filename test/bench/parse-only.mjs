/** What a cold compile is compared with: Node, and smol-toml over the same file. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';

parse(readFileSync('manifest.toml', 'utf8'));
