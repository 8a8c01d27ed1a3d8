/** The shells that have a hook. Each is loaded when it is named. */
import type { Shell } from '../shell.js';

export const shells: Readonly<Record<string, () => Promise<Shell>>> = {
  bash: async () => (await import('./bash.js')).bash,
  elvish: async () => (await import('./elvish.js')).elvish,
  fish: async () => (await import('./fish.js')).fish,
  nushell: async () => (await import('./nushell.js')).nushell,
  powershell: async () => (await import('./powershell.js')).powershell,
  zsh: async () => (await import('./zsh.js')).zsh,
};
