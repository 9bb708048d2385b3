import type { Context, Hono } from 'hono';
import type { PartyName } from '#server/adapters/party-checks.ts';
import { noteHappened } from '#server/adapters/sandbox-happened.ts';
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

/** With one of these real, the accounts are of real people, and nobody's to choose here. */
const OF_REAL_PEOPLE: readonly PartyName[] = ['mail', 'identity', 'payment', 'custody', 'bank'];

/** Whether nothing about the accounts is real. */
export const isInvented = ({ parties }: Pick<Deps, 'parties'>): boolean =>
  OF_REAL_PEOPLE.every((party) => parties.sandboxed.has(party));

/** What can happen here: to a party that is simulated, and to customers only where they are invented. */
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

/** The form's fields as text. What was sent as a file, or twice, is as good as missing. */
async function fieldsOf(context: Context): Promise<Field> {
  const sent: Readonly<Record<string, unknown>> = await context.req.parseBody().catch(() => ({}));
  return (name) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return typeof value === 'string' ? value.replaceAll('\0', '') : '';
  };
}

/** The forms of the sandbox's page: each has one event happen and leads back to the page, which tells it. */
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
