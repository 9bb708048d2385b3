import { isAssetCode } from '#core/money/currencies.ts';
import { shiftBy, unshift, writePin } from '#server/adapters/market/pins.ts';
import type { Deps } from '#server/deps.ts';
import { did, didNot, type Field, type Happening, type SandboxEvent, wholeOf } from './told.ts';

const MOST_UP = 900;
const MOST_DOWN = 99;

/** The signed percentage of a jump, or the problem with it. */
function jumpOf(field: Field): number | string {
  const down = field('how') === 'down';
  const percent = wholeOf(field('percent'), 1, down ? MOST_DOWN : MOST_UP);
  if (percent === undefined) {
    return `A jump is a whole percentage from 1 to ${down ? MOST_DOWN : MOST_UP}.`;
  }
  return down ? -percent : percent;
}

const TOO_FAR = 'That is further than a simulated price goes.';

async function jump(
  deps: Deps,
  field: Field,
  code: string,
  end: (moved: string) => Promise<string>,
): Promise<Happening> {
  const percent = jumpOf(field);
  if (typeof percent === 'string') return didNot(percent);
  if (!(await shiftBy(deps.db, code, percent))) return didNot(TOO_FAR);
  return did(await end(`${percent > 0 ? 'rose' : 'fell'} by ${Math.abs(percent)}%`));
}

const price: SandboxEvent = async (deps, field) => {
  const code = field('asset');
  if (!isAssetCode(code)) return didNot('Choose an asset.');
  const ask = async () => (await deps.parties.market.price(code))?.usd;
  switch (field('how')) {
    case 'up':
    case 'down':
      return jump(deps, field, code, async (moved) => {
        const usd = await ask();
        return `${code} ${moved}${usd === undefined ? '' : ` to ${usd} USD`}.`;
      });
    case 'freeze': {
      const usd = await ask();
      if (usd === undefined) return didNot('The market is down: nobody knows a price to keep.');
      await writePin(deps.db, code, usd);
      return did(`${code} stands still at ${usd} USD.`);
    }
    case 'free':
      await unshift(deps.db, code);
      return did(`${code} moves with the simulated market again.`);
    default:
      return didNot('Choose what the price does.');
  }
};

/** The currencies of customers that can move against the dollar. */
export const movableRates = ['EUR', 'AUD'] as const;

const rate: SandboxEvent = async (deps, field) => {
  const code = movableRates.find((one) => one === field('currency'));
  if (!code) return didNot('Choose a currency.');
  switch (field('how')) {
    case 'up':
    case 'down':
      return jump(deps, field, code, async (moved) => `A dollar in ${code} ${moved}.`);
    case 'free':
      await unshift(deps.db, code);
      return did(`${code} is back at the reference rate.`);
    default:
      return didNot('Choose what the rate does.');
  }
};

export const marketEvents: Readonly<Record<string, SandboxEvent>> = { price };
export const forexEvents: Readonly<Record<string, SandboxEvent>> = { rate };
