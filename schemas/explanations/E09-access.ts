/** Explanations of access that needs a reason or a person. */
import { type Explanations, shell } from './explanation.js';

export const access: Explanations = {
  E0901: {
    text: 'The policy `require_reason` of the project asks for a reason before anything is accessed: `true` from everybody, `"agents"` (what holds when nothing is said) from automated agents alone. The reason goes into the audit log. Whether a caller is an agent is told from its environment; `TOOL_AGENT=1` says so outright.',
    wrong: shell('TOOL_AGENT=1 tool get API_KEY'),
    right: shell("TOOL_AGENT=1 tool get API_KEY --reason 'rotate the key'"),
  },
  E0902: {
    text: 'The secret has `prompt = true`, no store has it, and there is no terminal to ask on. The question goes to the terminal itself, so that standard input stays with the command; in a pipeline or a service there is none. Nothing was started.',
    wrong: shell('setsid tool run -- ./deploy'),
    right: shell('tool set PIN', 'setsid tool run -- ./deploy'),
  },
};
