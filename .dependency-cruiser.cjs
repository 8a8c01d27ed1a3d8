// Who may import whom, over dist/: what is really loaded. Type-only imports are gone there, and layers between the top
// folders are already held by tsc's project references; these rules say what tsc cannot. Circles of folders, types
// included, are found in the sources by test/folders.test.ts.
const compiler = '^dist/compiler/';
const heavy =
  'node_modules/(smol-toml|zod|chevrotain|@chevrotain|@napi-rs|age-encryption|openpgp|node-forge|@noble|@scure|@aws-sdk|@smithy|yaml|@keeper-security|vscode-|@modelcontextprotocol|sucrase)';

/** Where values are read, made and kept, and what leads there. */
const VALUES =
  '^dist/runtime/(access|audit|decode|execute|http|providers|redact|secret-types|session|stores|terminal)/';

/**
 * The floors of execution, upper ones first: the files through which each is entered, and the floors below that it may
 * use. All stand on the files of `execute/` itself, `execute/caches/` and `execute/content/`, which know no floor.
 */
const FLOORS = {
  // `temporary-files` is the port that a session hands in.
  delivering: { doors: 'deliver|temporary-files', uses: [] },
  making: { doors: 'make', uses: ['keeping'] },
  // A session sets, removes and copies values without an execution.
  keeping: { doors: 'keep|set-secret|edit-secrets|remove-secrets|copy-secrets|clear-caches', uses: [] },
  reading: { doors: 'read', uses: [] },
};
const floor = (...names) => `^dist/runtime/execute/(${names.join('|')})/`;
const floors = Object.keys(FLOORS);
const floorRules = floors.flatMap((name) => {
  const { doors, uses } = FLOORS[name];
  return [
    {
      name: `${name}-has-doors`,
      comment: 'A floor is entered by its door: what it takes and returns stands there.',
      severity: 'error',
      from: { path: '^dist/runtime/', pathNot: floor(name) },
      to: { path: floor(name), pathNot: `${floor(name)}(${doors})\\.js$` },
    },
    {
      name: `${name}-knows-what-is-below`,
      comment: 'Values go from floor to floor in one order, which only execute.ts knows.',
      severity: 'error',
      from: { path: floor(name) },
      to: {
        path: [
          floor(...floors.filter((other) => other !== name && !uses.includes(other)), 'explaining'),
          '^dist/runtime/execute/execute\\.js$',
        ],
      },
    },
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'one-bridge',
      comment: 'The runtime meets the compiler in one place, so that a plan is all that passes between them.',
      severity: 'error',
      from: { path: '^dist/runtime/', pathNot: '^dist/runtime/plan/front-end\\.js$' },
      to: { path: compiler },
    },
    {
      name: 'the-bridge-is-lazy',
      comment: 'A warm start loads no compiler: the bridge imports it only when it is asked to compile.',
      severity: 'error',
      from: { path: '^dist/runtime/plan/front-end\\.js$' },
      to: { path: compiler, dynamic: false },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle of modules has no first one to read.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'heavy-packages-have-homes',
      comment: 'Each package is spoken to in one folder, so that replacing it touches one folder.',
      severity: 'error',
      from: {
        pathNot: [
          '^dist/compiler/(toml|shape|template|source)/',
          '^dist/runtime/(providers|decode|secret-types|recipients)/',
          '^dist/runtime/analysis/(lsp|code)/',
          '^dist/runtime/mcp/',
          'node_modules',
        ],
      },
      to: { path: heavy },
    },
    {
      name: 'contract-stands-alone',
      comment: 'schemas is what both halves agree on; it knows neither of them, nor any package.',
      severity: 'error',
      from: { path: '^dist/schemas/' },
      to: { pathNot: '^dist/schemas/' },
    },
    {
      name: 'link-is-pure',
      comment: 'link reads nothing and asks nobody: only the contract, and its own files.',
      severity: 'error',
      from: { path: '^dist/runtime/link/' },
      to: { pathNot: '^dist/(schemas|runtime/link)/' },
    },
    {
      name: 'nobody-imports-the-command-line',
      comment: 'The command line and the SDK are entries; what they share lies below them.',
      severity: 'error',
      from: { path: '^dist/runtime/', pathNot: '^dist/runtime/(cli|sdk|start|front)/' },
      to: { path: '^dist/runtime/(cli|sdk|start)/' },
    },
    {
      name: 'commands-use-a-session',
      comment:
        'What meets values, stores and people does so in a session: for the command line, the library and servers alike.',
      severity: 'error',
      from: { path: '^dist/runtime/(cli|mcp|sdk|serve|start)/' },
      to: {
        path: '^dist/runtime/(access|decode|execute|link|providers|secret-types|stores)/',
        // The spelling of a dotenv value is a format; `export` prints what the store reads.
        pathNot: '^dist/runtime/providers/dotenv/render-dotenv\\.js$',
      },
    },
    {
      name: 'analysis-reaches-no-value',
      comment: 'What plans are asked is answered where no value can be: a server that shows the answers leaks none.',
      severity: 'error',
      from: { path: '^dist/runtime/analysis/' },
      to: { path: VALUES, reachable: true },
    },
    {
      name: 'commands-that-analyse-reach-no-value',
      comment: 'Commands that say what a manifest means stand on the analysis alone, as an editor and an agent do.',
      severity: 'error',
      from: {
        path: '^dist/runtime/cli/commands/(completions|explain|lint|lsp|plan|plan-(contacts|cost|diff|graph|policy|simulate|uses|why)|schema|types)\\.js$',
      },
      to: { path: VALUES, reachable: true },
    },
    {
      name: 'the-editor-reaches-nothing-but-files',
      comment:
        'What answers editors starts no program and opens no socket; that it writes no file is tried under strace.',
      severity: 'error',
      from: { path: '^dist/runtime/analysis/lsp/' },
      to: {
        path: '^(node:)?(child_process|cluster|dgram|dns|http|http2|https|net|tls|worker_threads)(/|$)',
        reachable: true,
      },
    },
    ...floorRules,
    {
      name: 'what-floors-stand-on-knows-none',
      comment: 'What two floors need is below both.',
      severity: 'error',
      from: {
        path: '^dist/runtime/execute/((caches|content)/|[^/]+$)',
        pathNot: '^dist/runtime/execute/execute\\.js$',
      },
      to: { path: floor(...floors, 'explaining') },
    },
    {
      name: 'stores-know-no-session',
      comment: 'Stores and execution get what they need as ports; who opened them is nothing to them.',
      severity: 'error',
      from: {
        path: '^dist/runtime/(access|analysis|audit|child|credential-helpers|decode|execute|files|http|inputs|json-rpc|link|plan|programs|providers|recipients|redact|secret-types|stores|terminal|user-config|values)/',
      },
      to: { path: '^dist/runtime/session/' },
    },
    {
      name: 'questions-are-lazy',
      comment: 'Most calls ask nothing: what meets the terminal is imported when a question comes up.',
      severity: 'error',
      from: { path: '^dist/runtime/', pathNot: '^dist/runtime/terminal/' },
      to: { path: '^dist/runtime/terminal/', dynamic: false },
    },
    {
      name: 'providers-meet-the-world-through-ports',
      comment:
        'A provider is handed files, programs, requests and credentials; it knows no other store, session or plan.',
      severity: 'error',
      from: { path: '^dist/runtime/providers/' },
      to: { path: '^dist/runtime/(access|cli|execute|inputs|link|plan|session|stores|user-config)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
