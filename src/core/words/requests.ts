/** What is wrong with a request. */

export const SAY_WHAT_HAPPENED = 'Say what happened.';
