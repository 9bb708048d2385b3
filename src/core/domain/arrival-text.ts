import { isNetwork, networkFacts } from './networks.ts';

/** Of a network that this build does not know, as of the slowest that it does. */
const factsOf = (network: string) => networkFacts[isNetwork(network) ? network : 'Bitcoin'];

const ofMinutes = (minutes: number): string =>
  minutes === 1 ? 'a minute' : minutes === 60 ? 'an hour' : `${minutes} minutes`;

/** How long a transfer usually takes on a network. */
export const usualTime = (network: string): string =>
  `about ${ofMinutes(factsOf(network).minutes)}`;

/** How long a transfer takes at the longest, unless something is wrong. */
export const longestTime = (network: string): string => ofMinutes(factsOf(network).longestMinutes);

/** From when on one that has not arrived is nothing usual; `since` and the answer are in milliseconds. */
export const longestUntil = (network: string, since: number): number =>
  since + factsOf(network).longestMinutes * 60_000;
