/** How much a renewed quote may differ from the one before. Amounts are minor units of the target. */

/** For this long after an amount changed, a press is meant for the previous amount. */
export const AIM_MS = 400;

/** With more time, a press accepts a newer quote that gives at most this much less, in basis points. */
export const MORE_TIME_BPS = 25;
export const MORE_TIME_PERCENT = '0.25%';

/** A quote is announced again if its amount has changed by more than this since the last announcement. */
const SPOKEN_AGAIN_BPS = 50;

const ALL_BPS = 10_000n;

/** Whether a press aimed at `aimedAt` may take `newest`. */
export const isCloseEnough = (aimedAt: bigint, newest: bigint): boolean =>
  newest * ALL_BPS >= aimedAt * (ALL_BPS - BigInt(MORE_TIME_BPS));

export const isSpokenAgain = (spoken: bigint, newest: bigint): boolean => {
  const moved = newest > spoken ? newest - spoken : spoken - newest;
  return moved * ALL_BPS > spoken * BigInt(SPOKEN_AGAIN_BPS);
};

/** The text if the newest quote gives less than a press accepts. */
export const MOVED_TOO_FAR =
  `The rate got worse by more than ${MORE_TIME_PERCENT}. Nothing was exchanged. Press again to take the new one.` as const;
