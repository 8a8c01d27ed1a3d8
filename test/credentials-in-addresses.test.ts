/** No credential of an address is shown or kept, however and wherever it is written (semantics 0.1, spec 5.2). */
import { NO_TERMINAL, withoutLines } from './helpers/shown-difference.js';
import { describe, expect, test } from '@jest/globals';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { reviewPlans } from '#compiler/analyses/diff/review-plans.js';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { locator } from '#compiler/index.js';
import { compile } from '#compiler/pipeline.js';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import { lintGithub } from '#runtime/cli/views/lint-github.js';
import { lintJson } from '#runtime/cli/views/lint-json.js';
import { lintSarif } from '#runtime/cli/views/lint-sarif.js';
import { painter } from '#runtime/cli/views/paint.js';
import { planDiffGithub } from '#runtime/cli/views/plan-diff-github.js';
import { planDiffMarkdown } from '#runtime/cli/views/plan-diff-markdown.js';
import { planDiffText } from '#runtime/cli/views/plan-diff-text.js';
import { planGlance } from '#runtime/cli/views/plan-glance.js';
import { planText } from '#runtime/cli/views/plan-text.js';
import { ofDiagnostics } from '#runtime/sdk/failed.js';
import { prettyJson } from '#schemas/canonical.js';
import type { Plan } from '#schemas/plan.js';
import { SPELLINGS } from './helpers/credential-spellings.js';
import { leaksIn, leaksLeft, leaksOf } from './helpers/leaks.js';
import { memoryHost } from './helpers/memory-host.js';
import { openCli } from './helpers/run-cli.js';
import { isTried } from './helpers/thoroughness.js';

const CANARY = 'canary-7b1f0451';
const PATIENCE_MS = 120_000;
const ADDRESSES = SPELLINGS.map((spelling) => spelling(CANARY));

/** How TOML may spell a text. */
const QUOTED: Readonly<Record<string, (text: string) => string>> = {
  plainly: (text) => `"${text}"`,
  literally: (text) => `'${text}'`,
  'with short escapes': (text) => `"${text.replace(/[:@?=/]/gu, escapeOf(4, 'u'))}"`,
  'with long escapes': (text) => `"${text.replace(/[:@?=]/gu, escapeOf(8, 'U'))}"`,
  'with byte escapes': (text) => `"${text.replace(/[:@?=/]/gu, escapeOf(2, 'x'))}"`,
  'with an escaped letter': (text) => `"${text.replace(/^./u, escapeOf(4, 'u'))}"`,
};
/** Keys cannot be written so. */
const QUOTED_ON_LINES: Readonly<Record<string, (text: string) => string>> = {
  'on lines of their own': (text) => `"""\n${text}"""`,
  'over the end of a line': (text) => `"""${text.slice(0, 4)}\\\n   ${text.slice(4)}"""`,
  'literally on lines': (text) => `'''\n${text}'''`,
};

function escapeOf(digits: number, letter: string): (character: string) => string {
  return (character) => `\\${letter}${character.charCodeAt(0).toString(16).padStart(digits, '0')}`;
}

interface AddressSpot {
  /** `$` stands for the address between quotes. */
  readonly manifest: string;
  readonly isKey?: true;
}
const profile = (settings: string) => `[profiles.default]\nKEY = { description = "Key", ${settings} }\n`;
const aliases = (...lines: readonly string[]) =>
  `[defaults]\nproviders = ["main"]\n[providers]\n${lines.join('\n')}\n[profiles.default]\nKEY = { description = "Key" }\n`;
const ADDRESS_SPOTS: Readonly<Record<string, AddressSpot>> = {
  'an alias': { manifest: aliases('main = $') },
  'the table of an alias': { manifest: aliases('main = { uri = $ }') },
  'the name of an alias': { manifest: aliases('main = "keyring"', '$ = "keyring"'), isKey: true },
  'a chain': { manifest: profile('providers = ["keyring", $]') },
  'the chain of a profile': { manifest: `[profiles.default.defaults]\nproviders = [$]\n${profile('required = true')}` },
  'the chain of the project': { manifest: `[defaults]\nproviders = [$]\n${profile('required = true')}` },
  'a key of refs': { manifest: profile('providers = ["keyring"], refs = { $ = { item = "x" } }'), isKey: true },
  'a header of refs': {
    manifest: `${profile('required = true')}[profiles.default.TWO.refs.$]\nitem = "x"\n`,
    isKey: true,
  },
  'a ref': { manifest: profile('providers = ["keyring"], ref = $') },
  'an entry of refs': { manifest: profile('providers = ["keyring"], refs = { main = $ }') },
  extends: { manifest: `extends = [$]\n${profile('required = true')}` },
  'the source of a credential': {
    manifest: aliases('main = { uri = "vault://host/secret", credentials = { token = $ } }'),
  },
  'the table of a credential': {
    manifest: aliases('main = { uri = "vault://host/secret", credentials = { token = { provider = $ } } }'),
  },
  'the name of a credential': {
    manifest: aliases('main = { uri = "vault://host/secret", credentials = { $ = "keyring" } }'),
    isKey: true,
  },
  'the store of a cache': {
    manifest: aliases('main = { uri = "dotenv", cache = { provider = $, max_age = "1h" } }'),
  },
  'what a cache is of': {
    manifest: aliases('main = { uri = $, cache = { provider = "keyring", max_age = "1h" } }'),
  },
  'a fallback': {
    manifest: aliases('main = { fallback = ["env", $], cache = { provider = "keyring", max_age = "1h" } }'),
  },
};
/** A mistake beside it makes the line itself be shown. */
const MISTAKES: Readonly<Record<string, (manifest: string) => string>> = {
  alone: (manifest) => manifest,
  'beside a mistake': (manifest) => manifest.replace('description = "Key"', 'description = "Key", requred = true'),
  'in what is not TOML': (manifest) => manifest.replace('$', '$ wrong'),
  'behind quotes that are not closed': (manifest) => manifest.replace('$', '"open $'),
};

const BASE = await compiled('[profiles.default]\nKEY = { description = "Key", providers = ["keyring"] }\n');

async function compiled(rest: string) {
  const text = `[project]\nname = "shop"\nrevision = "1.0"\n${rest}`;
  const found = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml', { warnings: true });
  return { ...found, locate: await locator(found.files) };
}

/** Everything that is said of a manifest and of its plan. */
async function saidOf(rest: string): Promise<Readonly<Record<string, string>>> {
  const { plan, diagnostics, locate } = await compiled(rest);
  return {
    text: renderDiagnostics(diagnostics, { locate, colour: false }),
    json: lintJson({ diagnostics, locate }),
    sarif: lintSarif({ file: 'manifest.toml', diagnostics, allowed: [], locate }),
    github: lintGithub({ diagnostics, locate }),
    sdk: JSON.stringify(ofDiagnostics(diagnostics, { isOfManifest: true })),
    ...(plan !== null && BASE.plan !== null && saidOfPlan(plan, BASE.plan)),
  };
}

function saidOfPlan(plan: Plan, base: Plan): Readonly<Record<string, string>> {
  const changes = diffPlans(base, plan);
  const outline = outlinePlan(plan, { profile: null, scope: null });
  const about = { project: { old: 'a', new: 'a' }, manifest: 'manifest.toml', absent: null };
  const difference = { old: 'sha256:0', new: 'sha256:1', changes, about };
  const review = withoutLines(reviewPlans(base, plan, changes));
  return {
    plan: planText(outline, 'sha256:0'),
    'plan at a glance': planGlance(outline, 'sha256:0', { width: 100, paint: painter(false) }),
    'plan as JSON': prettyJson(plan),
    'difference as text': planDiffText(difference, review, NO_TERMINAL),
    'difference as JSON': prettyJson(changes),
    'difference in a workflow': planDiffGithub(review.changes),
    'difference as Markdown': planDiffMarkdown(difference, review),
  };
}

describe.each(Object.keys(ADDRESS_SPOTS).map((name, place) => [name, place] as const))('in %s', (name, place) => {
  const { manifest = '', isKey } = ADDRESS_SPOTS[name] ?? {};
  const quotings = Object.entries({ ...QUOTED, ...(isKey !== true && QUOTED_ON_LINES) });

  test.each(Object.keys(MISTAKES).map((mistake, row) => [mistake, place + row] as const))(
    '%s',
    async (mistake, row) => {
      const template = MISTAKES[mistake]?.(manifest) ?? '';
      const leaks: string[] = [];
      for (const [index, address] of ADDRESSES.entries()) {
        if (!isTried(row + index)) continue;
        // All addresses are written plainly; of the other ways each sees its share of them.
        for (const [how, quote] of quotings.filter((_, way) => way === 0 || (index + way) % 6 === 0)) {
          const said = await saidOf(template.replace('$', () => quote(address)));
          for (const [where, text] of Object.entries(said))
            if (leaksIn(where, text, [CANARY]).length > 0) leaks.push(`${address}, written ${how}, in ${where}`);
          if (mistake === 'alone')
            expect({ address, how, plan: said['plan'] }).toEqual({ address, how, plan: undefined });
        }
      }
      expect(leaks).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe('what might be a credential compiles, and is shown by no view', () => {
  test.each(['acme://host?region=$', 'acme://host/a:$@b', 'vault://me:1234/$@host'])('%s', async (template) => {
    const address = template.replace('$', CANARY);
    for (const name of ['an alias', 'a chain', 'a fallback', 'the source of a credential']) {
      const said = await saidOf(ADDRESS_SPOTS[name]?.manifest.replace('$', () => JSON.stringify(address)) ?? '');
      // Whoever executes the plan needs the whole address.
      const { 'plan as JSON': plan = '', ...views } = said;
      expect(plan).toContain(CANARY);
      for (const [where, text] of Object.entries(views)) expect(leaksIn(where, text, [CANARY])).toEqual([]);
    }
  });
});

describe('from the user and the call', () => {
  const manifest = (providers: string) =>
    `[project]\nname = "shop"\nrevision = "1.0"\n[profiles.default]\nKEY = { description = "Key"${providers} }\n`;
  const COMMANDS = ['check', 'check --json', 'check --explain', 'plan', 'plan --format json', 'run -- true', 'get KEY'];
  const CALLS: Readonly<Record<string, (address: string) => string>> = {
    'an override': (address) =>
      ['check --json', 'set KEY word'].map((one) => `tool ${one} --provider '${address}'`).join('; '),
    'the variable of an override': (address) =>
      `export TOOL_PROVIDER='${address}'; ${['check', 'check --explain', 'set KEY word'].map((one) => `tool ${one}`).join('; ')}`,
    'an alias of the user': (address) => {
      const config = `[defaults.providers]\nmain = "${address}"\n"${address}" = "keyring"\n`;
      return `mkdir -p ~/.config/tool; printf '%s' '${config}' > ~/.config/tool/config.toml; ${COMMANDS.map((one) => `tool ${one}`).join('; ')}; tool check --provider main; rm -r ~/.config`;
    },
    'the default store of the user': (address) => {
      const config = `[defaults]\nprovider = "${address}"\nodd = 1\n`;
      const sound = config.replace('odd = 1\n', '');
      const write = (text: string) => `printf '%s' '${text}' > ~/.config/tool/config.toml`;
      return `mkdir -p ~/.config/tool; ${write(config)}; tool check; ${write(sound)}; tool check; tool check --json; rm -r ~/.config`;
    },
  };

  test.concurrent.each(
    Object.keys(CALLS).flatMap((name, way) =>
      ADDRESSES.filter((_, index) => way === 0 || (index + way) % 6 === 0).map((address) => [name, address] as const),
    ),
  )(
    '%s: %s',
    async (name, address) => {
      const world = openCli();
      try {
        world.write('manifest.toml', manifest(name === 'an alias of the user' ? ', providers = ["main"]' : ''));
        const outcome = await world.run(CALLS[name]?.(address) ?? '');
        const leaks = [...leaksOf(outcome, [CANARY], false), ...leaksLeft(world, ['manifest.toml'], [CANARY])];
        expect(leaks).toEqual([]);
        expect(`${outcome.stderr}`).toMatch(/E08\d\d/u);
      } finally {
        world.remove();
      }
    },
    PATIENCE_MS,
  );
});
