import { afterAll } from 'vitest';

/**
 * Clears the timers that are left when a test file ends. Test files share a process: the code of a page that a test
 * left offline would go on asking for the server, and the tests of the next file would count its requests.
 */
const started = new Set<NodeJS.Timeout>();
const { setTimeout, setInterval } = globalThis;

function noted<Start extends (...given: never[]) => NodeJS.Timeout>(start: Start): Start {
  const starting = (...given: Parameters<Start>): NodeJS.Timeout => {
    const timer = start(...given);
    started.add(timer);
    return timer;
  };
  return Object.assign(starting, start) as Start;
}

Object.assign(globalThis, { setTimeout: noted(setTimeout), setInterval: noted(setInterval) });

afterAll(() => {
  Object.assign(globalThis, { setTimeout, setInterval });
  for (const timer of started) clearTimeout(timer);
});
