import type { WaysLeft } from '#core/contract/account/ways-in.ts';
import { FACTOR_REMOVED, PASSKEYS_REMOVED, waysInText } from '#core/people/ways-in.ts';
import { formatDay } from '#core/time/date-text.ts';

/** Nobody is signed in, so the day is the device's. */
const dayHere = (instant: string): string => formatDay(Date.parse(instant), '');

/** What signs in now, and what was removed because it may have been somebody else's (HARD-64). */
export const WaysLeftText = ({
  ways,
  factorTold = false,
}: {
  readonly ways: WaysLeft;
  /** The page tells by itself that the second factor was removed. */
  readonly factorTold?: boolean;
}) => (
  <>
    {ways.factorRemoved && !factorTold && <p>{FACTOR_REMOVED}</p>}
    {ways.passkeysRemoved && <p>{PASSKEYS_REMOVED}</p>}
    <p>{waysInText(ways, dayHere)}</p>
  </>
);
