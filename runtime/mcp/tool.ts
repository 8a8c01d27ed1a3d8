/** What a tool for agents is: its description, its arguments, all of which are texts, and what it answers. */
import type { Room, Texts } from '../analysis/agents/room.js';

export interface Parameter {
  readonly description: string;
  readonly isNeeded?: true;
}

export interface Tool {
  /** In words of this program alone: text of a manifest must not speak to the model from here. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Whether it changes nothing that anybody else sees. */
  readonly isReadOnly: boolean;
  /** Whether it reaches more than files of this machine. */
  readonly isOpen: boolean;
}

/** A tool that is answered where no value can be reached. */
export interface ReadingTool extends Tool {
  readonly answer: (texts: Texts, room: Room) => Promise<object>;
}

/** As the protocol lists it. */
export function listed(name: string, { description, parameters, isReadOnly, isOpen }: Tool) {
  const entries = Object.entries(parameters);
  return {
    name,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(
        entries.map(([key, { description: text }]) => [key, { type: 'string', description: text }]),
      ),
      required: entries.filter(([, { isNeeded }]) => isNeeded).map(([key]) => key),
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: !isReadOnly,
      idempotentHint: isReadOnly,
      openWorldHint: isOpen,
    },
  };
}
