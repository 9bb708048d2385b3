/** How a renewed quote may differ from the one before it. Amounts are minor units of the target. */

/** After an amount changed, a press in this time was aimed at the amount before. */
export const AIM_MS = 400;

/** With more time, a press takes a newer quote that gives at most this much less (1/100 %). */
export const MORE_TIME_BPS = 25;
export const MORE_TIME_PERCENT = '0.25%';

/** A quote is spoken again if its amount has moved by more than this since it was last spoken. */
const SPOKEN_AGAIN_BPS = 50;

const ALL_BPS = 10_000n;

/** Whether a press aimed at `aimedAt` may take `newest`. */
export const isCloseEnough = (aimedAt: bigint, newest: bigint): boolean =>
  newest * ALL_BPS >= aimedAt * (ALL_BPS - BigInt(MORE_TIME_BPS));

export const isSpokenAgain = (spoken: bigint, newest: bigint): boolean => {
  const moved = newest > spoken ? newest - spoken : spoken - newest;
  return moved * ALL_BPS > spoken * BigInt(SPOKEN_AGAIN_BPS);
};

/** Said when the newest quote gives less than a press may take. */
export const MOVED_TOO_FAR =
  `The rate got worse by more than ${MORE_TIME_PERCENT}. Nothing was exchanged. Press again to take the new one.` as const;
