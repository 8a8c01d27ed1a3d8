/** What is said of a secret beside its name. */
import type { DrawnNode } from './drawing.js';

export const MARK_LEGEND = '* required';

/** `API_KEY *`, `SESSION_KEY * (generated, file)`. */
export function markedLabel({ label, marks }: Pick<DrawnNode, 'label' | 'marks'>): string {
  const words = marks.filter((mark) => mark !== 'required');
  const star = marks.includes('required') ? ' *' : '';
  return `${label}${star}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
