import { isNetwork, networkFacts } from './networks.ts';

/** The facts of a network; of one that this build does not know, those of the slowest network. */
const factsOf = (network: string) => networkFacts[isNetwork(network) ? network : 'Bitcoin'];

const ofMinutes = (minutes: number): string =>
  minutes === 1 ? 'a minute' : minutes === 60 ? 'an hour' : `${minutes} minutes`;

/** How long a transfer usually takes on a network. */
export const usualTime = (network: string): string =>
  `about ${ofMinutes(factsOf(network).minutes)}`;

/** How long a transfer takes at the longest, unless something is wrong. */
export const longestTime = (network: string): string => ofMinutes(factsOf(network).longestMinutes);

/** The moment after which a transfer counts as late, in milliseconds; `since`: when it was sent. */
export const longestUntil = (network: string, since: number): number =>
  since + factsOf(network).longestMinutes * 60_000;
