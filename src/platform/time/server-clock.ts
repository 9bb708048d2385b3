/**
 * The server's time on this device. It starts from a time stated by the server and runs on the
 * monotonic clock, so a device clock that is wrong, or set back while the page is open, has no
 * effect (BEY-06).
 *
 * On several platforms the monotonic clock stops while the device sleeps; the wall clock does not.
 * If the wall clock has run ahead since the anchor, it is believed: after a night offline,
 * yesterday's balance must not pass for today's, nor an expired quote for a held rate. Sleep cannot
 * be told apart from a customer setting the clock forward. In that case time runs ahead by as much:
 * saved data looks older and quotes look expired, never the other way round. An expired quote is
 * requested again or not used, and the server decides whether it holds. The next answer that states
 * a time, quotes included, sets a new anchor and corrects this. Only changes of the wall clock
 * count, never how far it is from the true time.
 */
let anchor: ({ readonly serverMs: number; readonly receivedMs: number } & Clocks) | undefined;

/** The device's clocks at one moment: the monotonic one, and by how much the wall clock is ahead of it. */
export interface Clocks {
  readonly monotonicMs: number;
  readonly wallLeadMs: number;
}

/**
 * Smaller differences between the clocks are rounding, drift, or a correction of the wall clock.
 */
const SLEPT_MS = 3_000;

/** After a longer exchange, the device may have slept in it. */
const LONG_MS = 10_000;

export const readClocks = (): Clocks => {
  const monotonicMs = performance.now();
  return { monotonicMs, wallLeadMs: Date.now() - monotonicMs };
};

/**
 * Sets the clock by a time stated by the server, in milliseconds since the epoch. `sent` and
 * `received` are the device's clocks around the exchange; the server is assumed to have read its own
 * at the midpoint. The answer to a long exchange may be from before a sleep in it: then the server is
 * assumed to have read its clock at once, so that time runs ahead here too.
 */
export function anchorClock(serverMs: number, sent = readClocks(), received = readClocks()): void {
  const awakeMs = received.monotonicMs - sent.monotonicMs;
  const tookMs = awakeMs + received.wallLeadMs - sent.wallLeadMs;
  const halfMs = tookMs > LONG_MS ? 0 : awakeMs / 2;
  anchor = {
    serverMs,
    monotonicMs: sent.monotonicMs + halfMs,
    wallLeadMs: sent.wallLeadMs,
    receivedMs: received.monotonicMs,
  };
}

/** Whether the server has stated its time since this page was loaded. */
export const isAnchored = (): boolean => anchor !== undefined;

/** The latest time of a kept answer read so far, and when it was read by the monotonic clock. */
let kept: { readonly serverMs: number; readonly monotonicMs: number } | undefined;

/**
 * An answer kept on the device is from this time, in milliseconds since the epoch. It cannot be
 * earlier now, so until the first anchor a device clock that is slow does not count (HARD-04).
 */
export function notBefore(serverMs: number): void {
  if (serverMs > serverNow()) kept = { serverMs, monotonicMs: performance.now() };
}

/**
 * Whether at least `ms` have passed since `serverMs`, whatever the device's own clock says: when an answer
 * has arrived, it is as late as the answer says, or later.
 */
export const certainlyPast = (serverMs: number, ms: number): boolean =>
  anchor !== undefined && anchor.serverMs + performance.now() - anchor.receivedMs > serverMs + ms;

/**
 * Milliseconds since the epoch by the server's clock, or by the device's until the first anchor.
 */
export function serverNow(): number {
  if (!anchor) {
    const least = kept ? kept.serverMs + performance.now() - kept.monotonicMs : 0;
    return Math.max(Date.now(), least);
  }
  const now = readClocks();
  const sleptMs = now.wallLeadMs - anchor.wallLeadMs;
  const awakeMs = now.monotonicMs - anchor.monotonicMs;
  return anchor.serverMs + awakeMs + (sleptMs > SLEPT_MS ? sleptMs : 0);
}
