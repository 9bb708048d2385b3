/**
 * The server's time on this device. It starts from an instant the server named and runs on the
 * monotonic clock, so a device clock that is wrong, or set back while the page is open, changes
 * nothing (BEY-06).
 *
 * On several platforms the monotonic clock stands still while the device sleeps; the wall clock does
 * not. Where that one ran ahead since the anchor it is believed: after a night offline, yesterday's
 * balance must not pass for today's, nor a dead quote for a held rate. It cannot be told from a
 * customer setting the clock forward: time then runs ahead by as much, and what was saved looks older
 * and quotes look expired, never the other way round. An expired quote is asked for anew or not used,
 * and whether it holds is the server's to say. The next answer that names an instant, a quote's among
 * them, anchors anew, and all is right again. How far the wall clock is from the truth never counts.
 */
let anchor:
  | { readonly serverMs: number; readonly monotonicMs: number; readonly wallLeadMs: number }
  | undefined;

/** Below this the clocks differ by rounding, drift, or a correction of the wall clock. */
const SLEPT_MS = 3_000;

const wallLead = (): number => Date.now() - performance.now();

/**
 * Takes over an instant of the server. `sentMs` and `receivedMs` are monotonic readings around the
 * exchange; the server is taken to have spoken half-way.
 */
export function anchorClock(
  serverTime: string,
  sentMs = performance.now(),
  receivedMs = performance.now(),
): void {
  const serverMs = Date.parse(serverTime);
  if (Number.isNaN(serverMs)) return;
  anchor = { serverMs, monotonicMs: (sentMs + receivedMs) / 2, wallLeadMs: wallLead() };
}

/** Whether the server has named an instant since this page began. */
export const isAnchored = (): boolean => anchor !== undefined;

/** Milliseconds since the epoch by the server's clock; the device's own until the server spoke. */
export function serverNow(): number {
  if (!anchor) return Date.now();
  const sleptMs = wallLead() - anchor.wallLeadMs;
  const awakeMs = performance.now() - anchor.monotonicMs;
  return anchor.serverMs + awakeMs + (sleptMs > SLEPT_MS ? sleptMs : 0);
}
