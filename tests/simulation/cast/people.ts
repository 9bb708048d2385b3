import type { Newcomer } from '#tests/simulation/server/founding.ts';

/** The random numbers by which devices name themselves. */
export const deviceNumbers = {
  phone: 'a'.repeat(32),
  laptop: 'b'.repeat(32),
  tablet: 'c'.repeat(32),
} as const;

/** Everybody who is a customer when a world begins. */
export const people: readonly Newcomer[] = [
  {
    name: 'Anna',
    market: 'AUD',
    balances: { BTC: '1.5', ETH: '4', USDT: '3000', SOL: '20', AVAX: '40', XRP: '900', AUD: '300' },
  },
  { name: 'Ben', market: 'EUR', balances: { BTC: '0.1', ETH: '1', USDC: '900', EUR: '100' } },
  { name: 'Carol', market: 'AUD', balances: { ETH: '0.3', USDC: '50', AUD: '150' } },
  // Wants to leave, and has too little to withdraw.
  { name: 'Dora', market: 'AUD', balances: { USDC: '0.05' } },
  // Has lost the phone with the authenticator, and the recovery codes.
  { name: 'Eve', market: 'AUD', balances: {}, secret: 'NBSWY3DPEHPK3PXPNBSWY3DPEHPK3PXP' },
].map((one) => ({
  ...one,
  market: one.market === 'EUR' ? 'EUR' : 'AUD',
  email: `${one.name.toLowerCase()}@kopa.test`,
  password: `Kopa-of-${one.name}-2026!`,
  devices: one.market === 'EUR' ? Object.values(deviceNumbers) : [],
}));
