declare const process: { env: { IN_TYPES: string } };
