/**
 * The server's time on this device. It starts from an instant the server named and runs on the
 * monotonic clock, so a device clock that is wrong, or set while the page is open, changes nothing
 * (BEY-06).
 */
let anchor: { readonly serverMs: number; readonly monotonicMs: number } | undefined;

/**
 * Takes over an instant of the server. `sentMs` and `receivedMs` are monotonic readings around the
 * exchange; the server is taken to have spoken half-way.
 */
export function anchorClock(
  serverIso: string,
  sentMs = performance.now(),
  receivedMs = performance.now(),
): void {
  const serverMs = Date.parse(serverIso);
  if (Number.isNaN(serverMs)) return;
  anchor = { serverMs, monotonicMs: (sentMs + receivedMs) / 2 };
}

/** Milliseconds since the epoch by the server's clock; the device's own until the server spoke. */
export const serverNow = (): number =>
  anchor ? anchor.serverMs + (performance.now() - anchor.monotonicMs) : Date.now();
