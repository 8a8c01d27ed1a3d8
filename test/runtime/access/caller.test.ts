/** Who counts as an agent, for the reason policy and in the audit log (semantics 12, conflict 9). */
import { describe, expect, test } from '@jest/globals';
import { AGENT_PRODUCTS } from '#runtime/access/agents.js';
import { actingIn, needsReason } from '#runtime/access/caller.js';

const idIn = (variables: Record<string, string>) => actingIn(variables).product?.id ?? null;
const isHeld = (variables: Record<string, string>) => needsReason(actingIn(variables));

/** The variables that one signal asks for. */
const variablesOf = (tests: readonly string[]) =>
  Object.fromEntries(
    tests.map((one) => {
      const [name = '', ...value] = one.split('=');
      return [name, value.length === 0 ? 'x' : value.join('=')];
    }),
  );

test('every signal of every product is recognized as that product', () => {
  for (const { id, signals, kind } of AGENT_PRODUCTS) {
    for (const tests of signals) {
      expect([tests, idIn(variablesOf(tests))]).toEqual([tests, id]);
      expect([id, isHeld(variablesOf(tests))]).toEqual([id, kind !== 'interactive']);
    }
  }
});

test('the products, in their order', () => {
  expect(AGENT_PRODUCTS.map(({ id }) => id).join(' ')).toBe(
    'opencode jules claude-code gemini-cli codex aider windsurf antigravity crush amp auggie qwen-code copilot-cloud-agent ' +
      'cursor-agent cursor replit-assistant replit bolt-agent bolt zed-agent zed copilot-vscode warp',
  );
});

describe('signals', () => {
  test.each([
    [{ CLAUDECODE: '' }],
    [{ CLAUDECODE: '\uFFFD' }],
    [{ GEMINI_CLI: '0' }],
    [{ AGENT: 'Crush' }],
    [{ AGENT: 'other', AI_AGENT: 'amp' }],
    [{ HOME: '/home/jules' }],
    [{ GITHUB_ACTIONS: 'true', CI: 'true' }],
    [{ COPILOT_CLI: '1' }],
    [{ TERM_PROGRAM: 'vscode' }],
    [{ CLINE_ACTIVE: '1', GOOSE_TERMINAL: '1', CURSOR_AGENT: '1' }],
  ] as const)('not recognized: %j', (variables) => {
    expect(idIn(variables)).toBeNull();
    expect(isHeld(variables)).toBe(false);
  });

  test('only the first match counts: an editor hides what is started in it', () => {
    const both = { CURSOR_TRACE_ID: 'x', TERM_PROGRAM: 'WarpTerminal' };
    expect(idIn(both)).toBe('cursor');
    expect(isHeld(both)).toBe(false);
    expect(idIn({ CURSOR_TRACE_ID: 'x', PAGER: 'head -n 10000 | cat' })).toBe('cursor-agent');
  });
});

test.each(['1', '0', ' ', '\uFFFD'])('TOOL_AGENT opts in whatever it holds: %j', (value) => {
  expect(isHeld({ TOOL_AGENT: value })).toBe(true);
  expect(isHeld({ TOOL_AGENT: value, CURSOR_TRACE_ID: 'x' })).toBe(true);
});

test('an empty TOOL_AGENT counts as unset, and opts no one out', () => {
  expect(isHeld({ TOOL_AGENT: '' })).toBe(false);
  expect(isHeld({ TOOL_AGENT: '', CLAUDECODE: '1' })).toBe(true);
});
