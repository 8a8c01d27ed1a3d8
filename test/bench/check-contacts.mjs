/** Prints the milliseconds that it takes to compare as many contacts as the argument says with their plan. */
import { Bounds } from '#runtime/stores/bounds.js';

const count = Number(process.argv[2]);
const addresses = Array.from({ length: count }, (_, index) => {
  return { kind: 'convention', project: 'bench', profile: 'default', key: `SECRET_${index}` };
});
const reads = addresses.map((at) => ({ from: [{ store: 0, at }], cache: null, bypassedCache: null }));
const linked = { project: 'bench', profile: 'default', reads };
const refused = () => {
  throw new Error('a contact of the plan was refused');
};

const before = performance.now();
await new Bounds(linked, {}, refused).require('read', 0, addresses, 'reading');
console.log(performance.now() - before);
