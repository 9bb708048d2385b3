import type { Context, Hono } from 'hono';
import type { PartyName } from '#server/adapters/party/party-checks.ts';
import { noteHappened } from '#server/adapters/party/sandbox-happened.ts';
import type { Deps } from '#server/deps.ts';
import { isOwnForm } from '#server/middleware/same-origin.ts';
import { bankEvents } from './bank-events.ts';
import { custodyEvents } from './custody-events.ts';
import { identityEvents } from './identity-events.ts';
import { partyEvents } from './party-events.ts';
import { paymentEvents } from './payment-events.ts';
import { forexEvents, marketEvents } from './price-events.ts';
import { screeningEvents } from './screening-events.ts';
import type { Field, SandboxEvent } from './told.ts';
import { travelRuleEvents } from './travel-rule-events.ts';

/** If one of these parties is real, the accounts belong to real people and are not listed here. */
const OF_REAL_PEOPLE: readonly PartyName[] = ['mail', 'identity', 'payment', 'custody', 'bank'];

/** Whether all parties that accounts depend on are simulated. */
export const isInvented = ({ parties }: Pick<Deps, 'parties'>): boolean =>
  OF_REAL_PEOPLE.every((party) => parties.sandboxed.has(party));

/**
 * The events that this server offers: those of simulated parties, and those of customers only if all accounts
 * are invented.
 */
function eventsOf(deps: Deps): ReadonlyMap<string, SandboxEvent> {
  const { sandboxed } = deps.parties;
  const ofCustomers = { ...bankEvents, ...custodyEvents, ...identityEvents, ...paymentEvents };
  return new Map(
    Object.entries({
      ...partyEvents,
      ...(sandboxed.has('market') && marketEvents),
      ...(sandboxed.has('forex') && forexEvents),
      ...(isInvented(deps) && ofCustomers),
      ...(isInvented(deps) && sandboxed.has('screening') && screeningEvents),
      ...(isInvented(deps) && sandboxed.has('travelRule') && travelRuleEvents),
    }),
  );
}

/** The fields of the form as text. A file or a repeated field counts as missing. */
async function fieldsOf(context: Context): Promise<Field> {
  const sent: Readonly<Record<string, unknown>> = await context.req.parseBody().catch(() => ({}));
  return (name) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return typeof value === 'string' ? value.replaceAll('\0', '') : '';
  };
}

/**
 * The forms of the sandbox's page: each triggers one event and redirects to the page, which shows the result.
 */
export function mountEvents(app: Hono, deps: Deps): void {
  const events = eventsOf(deps);
  app.post('/sandbox/events/:event', async (context) => {
    if (!isOwnForm((name) => context.req.header(name))) {
      return context.text('Only the sandbox’s own page can do this.', 403);
    }
    const happen = events.get(context.req.param('event'));
    if (!happen) return context.text('No such event.', 404);
    const field = await fieldsOf(context);
    const told = await happen(deps, field, app);
    const id = await noteHappened(deps.db, deps.clock.now, told);
    const back = new URLSearchParams({ event: id });
    if (field('customer')) back.set('customer', field('customer'));
    return context.redirect(`/sandbox?${back}`, 303);
  });
}
