/** Policies: read, judged against manifests, and themselves judged in view of them. Loaded only where one is given. */
export { judgePolicies } from './judge-policies.js';
export { judgeUse } from './judge-use.js';
export { type ReadPolicy, readPolicy } from './read-policy.js';
