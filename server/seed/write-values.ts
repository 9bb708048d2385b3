import { sql } from 'kysely';
import { formatUnits, mulDivNearest, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import { simulatedPrice } from '#server/adapters/market/simulated-price.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { AUD_PER_USD, type SeedScene } from './scene.ts';

/** The decimals of a value in cents. */
const DECIMALS = 2;
const RATE_DECIMALS = 2;

/** Writes the value of each entry of the demo's year on its day (HARD-16). */
export async function writeValues({ deps, tx, userId }: SeedScene): Promise<void> {
  const entries = await tx
    .selectFrom('postings')
    .select(['journal_id', 'line', 'currency', 'amount', 'created_at'])
    .where('statement_of', '=', userId)
    .execute();
  const rate = parseUnits(AUD_PER_USD, RATE_DECIMALS) ?? 0n;
  const values = entries.map(({ journal_id, line, currency, amount, created_at }) => {
    const { code, scale } = storedAsset(currency);
    const price =
      parsePrice(simulatedPrice(deps.config.parties.marketSeed, code, created_at.getTime())) ?? 0n;
    const units = BigInt(amount);
    const inAud = mulDivNearest(price, rate, pow10(RATE_DECIMALS));
    const whole = pow10(scale + PRICE_SCALE - DECIMALS);
    const worth = mulDivNearest(units < 0n ? -units : units, inAud, whole);
    const value = formatUnits(worth, DECIMALS, DECIMALS);
    const told = formatUnits(inAud, PRICE_SCALE);
    return sql`(${journal_id}, ${line}::smallint, 'AUD', ${value}, ${told})`;
  });
  await sql`insert into entry_values (journal_id, line, currency, value, price)
    values ${sql.join(values)}`.execute(tx);
}
