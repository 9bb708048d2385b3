import { meant, nobodyKnows } from '#server/adapters/party/party-facts.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';

const line = partyLine('forex', { now: Date.now });
const answer = await line.ask(process.argv[2] ?? '', {}, (text) => text);

/** Asks a party once, as a server's process does, and writes its answer. */
process.stdout.write(meant(answer, nobodyKnows) ?? 'no answer');
