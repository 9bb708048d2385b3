import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultOf } from '#server/config.ts';
import { partySettings, settings } from '#server/config-described.ts';

const file = join(import.meta.dirname, '..', 'docs', 'operating', 'configuration.md');

const settingRow = ([name, { what, fallback }]: [string, (typeof settings)['PORT']]): string => {
  const value = defaultOf(name);
  return `| \`${name}\` | ${fallback ?? (value ? `\`${value}\`` : 'empty')} | ${what} |`;
};

/** The text of docs/operating/configuration.md. */
export const configText = (): string => `# Configuration

Made from \`server/config-described.ts\` by \`scripts/config-docs.ts\`, and checked by a test. It comes from the
environment and is read once at start (\`server/config.ts\`). If a value is wrong, or a party's settings are incomplete, the
server does not start and says which.

| variable | default | what it is |
| --- | --- | --- |
${Object.entries(settings).map(settingRow).join('\n')}

A real party replaces its simulation when \`SANDBOX\` leaves it out and its settings are present:

| party | variables |
| --- | --- |
${Object.entries(partySettings)
  .map(([party, what]) => `| \`${party}\` | ${what} |`)
  .join('\n')}

Quotes, card purchases and withdrawals need a price that is less than a minute old. Prices from CoinGecko's free and demo
plans, whose header is the default of \`MARKET_KEY_HEADER\`, may already be that old, so many requests would be refused.
Production needs a paid plan (\`MARKET_URL=https://pro-api.coingecko.com/api/v3\`,
\`MARKET_KEY_HEADER=x-cg-pro-api-key\`) or another service with the same API.
`;

if (process.argv[1] === import.meta.filename) writeFileSync(file, configText());
