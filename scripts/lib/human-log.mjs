import { createInterface } from 'node:readline';

const accounts = ['customer', 'new', 'admin', 'desk'].map((name) => `${name}@kopa.test`);
const DEMO = `Demo accounts, password Kopa-demo-2026!: ${accounts.join(', ')}`;

/** What a line of the server's log says to the person who started it; undefined: nothing. */
function saidBy(line) {
  try {
    const { event, url, seed, problem } = JSON.parse(line);
    if (event === 'listening')
      return [`Kopa listens on ${url}`, ...(seed === 'demo' ? [DEMO] : [])];
    if (event === 'not started') return [problem];
  } catch {
    // Not a line of the log.
  }
  return undefined;
}

/** Passes a server's output on, with what a person needs to know in plain words. */
export function passOn(from, to) {
  createInterface({ input: from }).on('line', (line) => {
    for (const text of saidBy(line) ?? [line]) to.write(`${text}\n`);
  });
}
