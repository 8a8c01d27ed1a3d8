/** The formats of `export`. What one of them cannot hold is refused before anything is printed. */
import type { CallContext } from '../session/call.js';
import type { Exporting } from '../session/operations/export.js';
import type { Arguments } from './arguments.js';
import { writeOut } from './output.js';
import { type Limits, type Values, valuesToExport } from './values-to-export.js';

export interface Emitter {
  /** Whether it holds the values of `as_path` secrets themselves, so that no file of them is needed. */
  readonly isWithoutFiles?: true;
  emit(exporting: Exporting, name: string, args: Arguments, context: CallContext): Promise<void>;
}

interface TextFormat extends Partial<Limits> {
  readonly view: (values: Values) => string;
}

export const formats: Readonly<Record<string, Emitter>> = {
  shell: ofText(async () => ({ view: (await import('./views/export-shell.js')).exportShell })),
  dotenv: ofText(async () => ({
    view: (await import('./views/export-dotenv.js')).exportDotenv,
    needsShellNames: false,
  })),
  json: ofText(async () => ({
    view: (await import('./views/export-json.js')).exportJson,
    holdsNul: true,
    needsShellNames: false,
  })),
  gha: {
    emit: async (exporting, name, _args, context) => {
      const { exportToWorkflow } = await import('./export-to-workflow.js');
      await exportToWorkflow(valuesToExport(exporting.resolution, { name, ...OF_VARIABLES }), exporting, context);
    },
  },
  docker: ofText(async () => {
    const { exportDocker, unwritableForDocker } = await import('./views/export-docker.js');
    return { view: exportDocker, unwritable: unwritableForDocker, needsShellNames: false };
  }),
  systemd: ofText(async () => {
    const { exportSystemd, unwritableForSystemd } = await import('./views/export-systemd.js');
    return { view: exportSystemd, unwritable: unwritableForSystemd };
  }),
  k8s: {
    isWithoutFiles: true,
    emit: async (exporting, name, args) => (await import('./export-to-k8s.js')).exportToK8s(exporting, name, args),
  },
  fish: ofText(async () => ({ view: (await import('./views/export-fish.js')).exportFish })),
  nushell: ofText(async () => ({ view: (await import('./views/export-nushell.js')).exportNushell })),
  powershell: ofText(async () => ({ view: (await import('./views/export-powershell.js')).exportPowershell })),
  csh: ofText(async () => {
    const { exportCsh, unwritableForCsh } = await import('./views/export-csh.js');
    return { view: exportCsh, unwritable: unwritableForCsh };
  }),
};

/** Most formats are read into variables. */
const OF_VARIABLES = { holdsNul: false, needsShellNames: true } as const;

/** A format that is one text on standard output; its view is loaded when it is used. */
function ofText(load: () => Promise<TextFormat>): Emitter {
  return {
    emit: async ({ resolution }, name) => {
      const { view, ...limits } = await load();
      writeOut(view(valuesToExport(resolution, { name, ...OF_VARIABLES, ...limits })));
    },
  };
}
