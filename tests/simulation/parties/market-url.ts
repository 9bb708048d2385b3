/** Where processes of the server find the provider of prices. */
export const MARKET_URL = 'http://market.simulated';
