/**
 * Products that run commands for a person, recognized by variables that they set (semantics 12). In order: the first that matches
 * counts, so that an editor with a terminal hides what was started in it.
 */

/** An interactive one is an editor whose terminal a person uses; the reason policy treats its user as a person. */
export type AgentKind = 'agent' | 'hybrid' | 'interactive';

/** `NAME`: the variable is set and not empty. `NAME=value`: it has exactly this value. */
type Test = string;

export interface AgentProduct {
  readonly id: string;
  readonly kind: AgentKind;
  /** One of these must hold, with all its tests. */
  readonly signals: readonly (readonly Test[])[];
}

const any = (...tests: readonly Test[]) => tests.map((test) => [test]);
const all = (...tests: readonly Test[]) => [tests];

export const AGENT_PRODUCTS: readonly AgentProduct[] = [
  {
    id: 'opencode',
    kind: 'agent',
    signals: any('OPENCODE', 'OPENCODE_BIN_PATH', 'OPENCODE_SERVER', 'OPENCODE_APP_INFO', 'OPENCODE_MODES'),
  },
  { id: 'jules', kind: 'agent', signals: all('HOME=/home/jules', 'USER=swebot') },
  { id: 'claude-code', kind: 'agent', signals: any('CLAUDECODE') },
  { id: 'gemini-cli', kind: 'agent', signals: any('GEMINI_CLI=1') },
  { id: 'codex', kind: 'agent', signals: any('CODEX_THREAD_ID') },
  { id: 'aider', kind: 'agent', signals: any('AIDER_API_KEY') },
  { id: 'windsurf', kind: 'agent', signals: any('CODEIUM_EDITOR_APP_ROOT') },
  { id: 'antigravity', kind: 'agent', signals: any('ANTIGRAVITY_AGENT', 'ANTIGRAVITY_PROJECT_ID') },
  { id: 'crush', kind: 'agent', signals: any('CRUSH=1', 'AGENT=crush', 'AI_AGENT=crush') },
  { id: 'amp', kind: 'agent', signals: any('AMP_CURRENT_THREAD_ID', 'AGENT=amp') },
  { id: 'auggie', kind: 'agent', signals: any('AUGMENT_AGENT=1') },
  { id: 'qwen-code', kind: 'agent', signals: any('QWEN_CODE=1') },
  {
    id: 'copilot-cloud-agent',
    kind: 'agent',
    signals: [
      ['GITHUB_ACTIONS=true', 'COPILOT_AGENT_SESSION_ID'],
      ['GITHUB_ACTIONS=true', 'COPILOT_AGENT_JOB_ID'],
      ['GITHUB_ACTIONS=true', 'COPILOT_CLI=1'],
    ],
  },
  { id: 'cursor-agent', kind: 'agent', signals: all('CURSOR_TRACE_ID', 'PAGER=head -n 10000 | cat') },
  { id: 'cursor', kind: 'interactive', signals: any('CURSOR_TRACE_ID') },
  { id: 'replit-assistant', kind: 'agent', signals: all('REPL_ID', 'REPLIT_MODE=assistant') },
  { id: 'replit', kind: 'interactive', signals: any('REPL_ID') },
  { id: 'bolt-agent', kind: 'agent', signals: all('SHELL=/bin/jsh', 'npm_config_yes') },
  { id: 'bolt', kind: 'interactive', signals: any('SHELL=/bin/jsh') },
  { id: 'zed-agent', kind: 'agent', signals: all('TERM_PROGRAM=zed', 'PAGER=cat') },
  { id: 'zed', kind: 'interactive', signals: any('TERM_PROGRAM=zed') },
  { id: 'copilot-vscode', kind: 'agent', signals: all('TERM_PROGRAM=vscode', 'GIT_PAGER=cat') },
  { id: 'warp', kind: 'hybrid', signals: any('TERM_PROGRAM=WarpTerminal') },
];
