/** Values as their generators make them. */

import { secretTypeModule } from '#runtime/secret-types/index.js';
import type { GeneratorPorts } from '#runtime/secret-types/secret-type.js';
import type { Json } from '#schemas/plan.js';
import { fillDefaults } from '#schemas/secret-types/index.js';
import { fakePrograms } from '../../helpers/fake-programs.js';

export function generatorPorts(parts: Partial<GeneratorPorts> = {}): GeneratorPorts {
  const signal = new AbortController().signal;
  return { programs: fakePrograms({}), environment: new Map(), folder: '/', signal, now: () => new Date(), ...parts };
}

/** As text; why there is no value, in brackets. */
export async function made(
  type: string,
  options: Readonly<Record<string, Json>> = {},
  ports: Partial<GeneratorPorts> = {},
): Promise<string> {
  const module = await secretTypeModule(type);
  const generated = await module?.generate?.(fillDefaults(type, options), generatorPorts(ports));
  return generated?.kind === 'generated' ? Buffer.from(generated.value.reveal()).toString() : `(${generated?.reason})`;
}
