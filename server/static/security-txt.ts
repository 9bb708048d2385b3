import type { Hono } from 'hono';
import { operator } from '#core/operator.ts';
import type { Clock } from '#server/base/clock.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** The standard requires less than a year. */
const VALID_DAYS = 180;

/** The contact for security reports (RFC 9116, OPS-14). Its expiry moves along while the server runs. */
export function mountSecurityTxt(app: Hono, clock: Clock, publicUrl: string): void {
  app.get(PATH, (context) => {
    const day = Math.floor(clock.now() / DAY_MS);
    const lines = [
      `Contact: mailto:${operator.securityEmail}`,
      `Expires: ${new Date((day + VALID_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL(PATH, publicUrl).href}`,
    ];
    return context.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'no-cache' });
  });
}
