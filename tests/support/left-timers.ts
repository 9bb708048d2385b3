import { afterAll } from 'vitest';

/**
 * Ends with a file of tests what its pages still wait for. Files run in one process: a page that a test
 * left offline would go on asking for the server, and the next file's tests would count its questions.
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
