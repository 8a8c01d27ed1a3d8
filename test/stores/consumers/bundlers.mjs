/** Bundlers of consumers, in pinned versions. esbuild is the one of this repository. */
import { fromNpm } from '../shared/installed.mjs';

const VERSIONS = { vite: '8.3.8', webpack: '5.112.2', next: '16.4.6' };
const REACT = '19.3.1';

/** The folder that has them; null if they cannot be installed. */
export function bundlers() {
  const named = Object.entries(VERSIONS);
  return fromNpm(
    `bundlers-${named.map((one) => one.join('-')).join('-')}`,
    ...named.map(([name, version]) => `${name}@${version}`),
    `react@${REACT}`,
    `react-dom@${REACT}`,
  );
}
