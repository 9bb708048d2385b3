import { createInterface } from 'node:readline';

const accounts = ['customer', 'new', 'admin', 'desk'].map((name) => `${name}@kopa.test`);
const DEMO = `Demo accounts, password Kopa-demo-2026!: ${accounts.join(', ')}`;

/** A line of the server's log in plain words for the person who started the server; undefined if it stays as it is. */
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

/** Copies a server's output line by line, with the lines that a person has to read in plain words. */
export function passOn(from, to) {
  createInterface({ input: from }).on('line', (line) => {
    for (const text of saidBy(line) ?? [line]) to.write(`${text}\n`);
  });
}
