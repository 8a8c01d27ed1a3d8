/** For a program to tidy up after SIGTERM, before it is killed. Who ends this process must wait longer: nobody else kills it. */
export const PROGRAM_GRACE_MS = 1_000;
