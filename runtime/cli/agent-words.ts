/** What commands print, as agents get it: without colour, and as wide as a table needs to be read. */
import type { Words } from '../analysis/agents/room.js';
import { findingsOf } from './views/lint-findings.js';
import { painter } from './views/paint.js';
import { planGlance } from './views/plan-glance.js';

const WIDTH = 120;

export const agentWords: Words = {
  findings: findingsOf,
  plan: (outline, hash) => planGlance(outline, hash, { width: WIDTH, paint: painter(false) }),
};
