const DAY_MS = 24 * 3_600_000;

/** The same day and time so many months later; in a shorter month, its last day. Milliseconds since the epoch, by UTC. */
export function monthsAfter(at: number, months: number): number {
  const from = new Date(at);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), last)) + (at % DAY_MS);
}
