/** Colours of a terminal. The caller has already checked whether colour is used. */

export type Paint = (style: Style, text: string) => string;
export type Style = 'error' | 'warning' | 'success' | 'frame' | 'strong' | 'dim';

const CODES: Readonly<Record<Style, string>> = {
  error: '1;31',
  warning: '1;33',
  success: '1;32',
  frame: '1;34',
  strong: '1',
  dim: '2',
};

export function painter(colour: boolean): Paint {
  return (style, text) => (colour && text !== '' ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text);
}
