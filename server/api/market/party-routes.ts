import type { Hono } from 'hono';
import { forexPath } from '#core/contract/market/forex.ts';
import { geolocationPath } from '#core/contract/market/geolocation.ts';
import { mountCustodyNotice } from '#server/api/custody/notice.ts';
import { mountSignedNotice } from '#server/api/handling/signed-notice.ts';
import { mountReportPage } from '#server/api/report/page.ts';
import { mountSandbox } from '#server/api/sandbox/mount.ts';
import type { Deps } from '#server/deps.ts';
import type { Places } from '#server/platform/places.ts';
import { placeOfVisitor } from './visitor.ts';

/** After how many seconds exchange rates may be asked for again if they were refused or unknown. */
const RATES_AGAIN_SECONDS = 20;

/** The routes without envelope and session: plain services, the providers' notices and the sandbox (D5). */
export function mountPartyRoutes(app: Hono, deps: Deps, calls: Places): void {
  const { parties } = deps;
  app.get(geolocationPath, async (context) => context.json(await placeOfVisitor(deps, context)));
  app.get(forexPath, async (context) => {
    const rates = calls.run('prices', () => parties.forex.latest());
    const known = await rates;
    if (known) {
      const { base, date, rates: of } = known;
      return context.json({ base, date, rates: of });
    }
    const later = { 'retry-after': String(RATES_AGAIN_SECONDS) };
    return context.json({ status: 'error' }, 503, later);
  });
  mountReportPage(app, deps);
  const { identity, payment } = parties;
  if (!parties.sandboxed.has('identity')) {
    mountSignedNotice(app, deps, 'identity', identity.customerOfNotice);
  }
  mountSignedNotice(app, deps, 'payment', payment.purchaseOfNotice);
  // Airwallex accepts only the status 200.
  mountSignedNotice(app, deps, 'bank', parties.bank.transferOfNotice, 200);
  if (parties.incoming) mountCustodyNotice(app, deps, parties.incoming);
  mountSandbox(app, deps);
}
