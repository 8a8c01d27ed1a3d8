/** The program of the worker: the bundle has its text here. Null: it is the file next to this one. */
export const text: string | null = null;
