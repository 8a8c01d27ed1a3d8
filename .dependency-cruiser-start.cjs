// What every start pays for: the graph of main.js without its dynamic imports.
const rules = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'nothing-heavy-at-the-door',
      comment: 'Heavy packages and the compiler are loaded by those who need them, when they need them.',
      severity: 'error',
      from: { path: '^dist/runtime/start/entry\\.js$' },
      to: { path: 'node_modules/|^dist/compiler/', reachable: true },
    },
  ],
  options: { ...rules.options, exclude: { dynamic: true } },
};
