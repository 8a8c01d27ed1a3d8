/** Explanations of access that needs a reason or a person. */
import { type Explanations, shell } from './explanation.js';

export const access: Explanations = {
  E0901: {
    text: 'The policy `require_reason` of the project requires a reason before secrets are accessed: `true` from every caller, `"agents"` (the default) only from automated agents. The reason is written to the audit log. Agents are detected from the environment; `TOOL_AGENT=1` declares the caller to be one.',
    wrong: shell('TOOL_AGENT=1 tool get API_KEY'),
    right: shell("TOOL_AGENT=1 tool get API_KEY --reason 'rotate the key'"),
  },
  E0902: {
    text: 'The secret has `prompt = true`, no store has a value, and there is no terminal to prompt on. The prompt uses the terminal itself, so that standard input stays available to the command; a pipeline or a service has none. Nothing was started.',
    wrong: shell('setsid tool run -- ./deploy'),
    right: shell('tool set PIN', 'setsid tool run -- ./deploy'),
  },
};
