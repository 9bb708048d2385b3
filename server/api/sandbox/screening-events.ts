import { listInSandbox, unlistInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type { Deps } from '#server/deps.ts';
import { followScreening } from '#server/services/checks/screening/lists.ts';
import { did, didNot, type Happening, ofCustomer } from './told.ts';

/** Changes the list and makes the server check for a new version at once. */
async function change(
  deps: Deps,
  how: string,
  { entry, who }: { readonly entry: string; readonly who: string },
): Promise<Happening> {
  const { db, clock } = deps;
  if (how === 'off') {
    if (!(await unlistInSandbox(db, entry))) return didNot(`${who} is not on the list.`);
    await followScreening(deps);
    return did(`${who} is off the list. What was found before stays held until it is decided.`);
  }
  if (!(await listInSandbox(db, clock.now, entry))) return didNot(`${who} is on the list already.`);
  await followScreening(deps);
  return did(`${who} is on the list: what comes from there or goes there is held.`);
}

const listed = ofCustomer((deps, field, { id, email }) =>
  change(deps, field('how'), { entry: id, who: email }),
);

const address = ofCustomer(async (deps, field): Promise<Happening> => {
  const entry = field('address').trim();
  if (!/^[\x21-\x7e]{1,200}$/.test(entry)) return didNot('Type an address.');
  return change(deps, field('how'), { entry, who: entry });
});

export const screeningEvents = { 'listed-customer': listed, 'listed-address': address };
