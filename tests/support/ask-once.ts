import { fetchText } from '#server/adapters/fetch-text.ts';

/** Asks a party once, as a server's process does, and writes its answer. */
process.stdout.write((await fetchText(process.argv[2] ?? '')) ?? 'no answer');
