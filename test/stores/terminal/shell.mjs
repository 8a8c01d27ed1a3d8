/** Steps of `converse.py` for an interactive shell. */
export const SHELL = ['bash', '--norc', '--noprofile', '-i'];
export const PROMPT_OF_SHELL = { expect: '[$#] $' };
/** Waits until no process of the job can read what is typed for the shell. */
export const STOPPED = [{ expect: 'Stopped' }, { stopped: true }];
