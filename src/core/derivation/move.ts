import { PRICE_SCALE } from '#core/money/price.ts';
import {
  asShown,
  type Derivation,
  down,
  given,
  nearest,
  percent,
  priceDecimals,
  product,
  quantity,
  quantityText,
  type Step,
  sum,
} from './derivation.ts';

interface Moved {
  /** The name of what changed. */
  readonly title: string;
  /** The change as the page shows it. */
  readonly shown: string;
  /** For a price `AUD/BTC`; for a value `AUD`. */
  readonly unit: string;
  /** The value now, and its date in words. */
  readonly to: string;
  readonly is: string;
  readonly sources: readonly string[];
}

const HUNDRED = '100';
const moveStep = (now: Step, before: Step): Step =>
  sum('Difference', { first: now.result, minus: [before.result] });

/** How much a value changed between two moments. */
export function moveDerivation(
  { title, shown, unit, to, is, sources }: Moved,
  { from, was }: { readonly from: string; readonly was: string },
): Derivation {
  const before = given('Then', quantity(from, unit), was);
  const now = given('Now', quantity(to, unit), is);
  const move = moveStep(now, before);
  const share = product('In percent', {
    times: [move.result],
    over: [before.result],
    unit: '%',
    rounding: down(2),
  });
  const as = asShown(move.result, priceDecimals(to));
  return {
    title,
    shown: `${shown} (${quantityText(share.result)})`,
    steps: [before, now, move, ...as, share],
    sources,
  };
}

/** How much a price changed in 24 hours, from the market's own percentage. */
export function dayMoveDerivation(
  { title, shown, unit, to, is, sources }: Moved,
  share: string,
): Derivation {
  const now = given('Now', quantity(to, unit), is);
  const fell = share.startsWith('-');
  const change = given('In 24 hours', percent(share), 'as the market tells it');
  const by = [percent(fell ? share.slice(1) : share)];
  const grown = sum('Of what it was', {
    first: percent(HUNDRED),
    ...(fell ? { minus: by } : { plus: by }),
  });
  const before = product('24 hours ago', {
    times: [now.result],
    over: [grown.result],
    unit,
    rounding: nearest(PRICE_SCALE),
  });
  const move = moveStep(now, before);
  const as = asShown(move.result, priceDecimals(to));
  return { title, shown, steps: [change, grown, now, before, move, ...as], sources };
}
