/** Warnings about values that a program which reads the file itself gets otherwise than from us. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import type { Listed } from '../../providers/provider.js';

export function otherReadingNotes(entries: readonly Listed[]): readonly Diagnostic[] {
  const notes: Diagnostic[] = [];
  const different: { secret: string; place: string }[] = [];
  for (const { name: secret, elsewhere } of entries) {
    if (elsewhere?.kind === 'different') different.push({ secret, place: elsewhere.place });
    if (elsewhere?.kind !== 'expanded') continue;
    const { place, template } = elsewhere;
    notes.push(inheritance.W0304({ secret, place, template }));
  }
  return different.length === 0 ? notes : [...notes, inheritance.W0305({ different })];
}
