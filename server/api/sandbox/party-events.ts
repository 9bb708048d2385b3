import {
  clearSandbox,
  type TwinName,
  troubles,
  twinNames,
  writeSwitch,
} from '#server/adapters/party/sandbox-switches.ts';
import type { Deps } from '#server/deps.ts';
import { did, didNot, type SandboxEvent } from './told.ts';

export const partyLabels: Readonly<Record<TwinName, string>> = {
  market: 'Market prices',
  forex: 'Exchange rates',
  geolocation: 'Geolocation',
  mail: 'Mail',
  identity: 'Identity check',
  payment: 'Card payments',
  custody: 'Custodian',
  bank: 'Bank',
  merchants: 'Merchants’ gateway',
  screening: 'Screening',
  travelRule: 'Travel Rule',
  push: 'Push services',
};

/**
 * The twins that can be slow or down here. The browsers' push services go with mail, since both notify
 * customers.
 */
export const twinsOf = ({ parties }: Pick<Deps, 'parties'>): readonly TwinName[] =>
  twinNames.filter((twin) => parties.sandboxed.has(twin === 'push' ? 'mail' : twin));

const party: SandboxEvent = async (deps, field) => {
  const twin = twinsOf(deps).find((one) => one === field('party'));
  if (!twin) return didNot('Choose a party that is simulated here.');
  const trouble = troubles.find((one) => one === field('state'));
  await writeSwitch(deps.db, twin, trouble);
  return did(`${partyLabels[twin]}: ${trouble ? `${trouble} from now on` : 'back to normal'}.`);
};

const normal: SandboxEvent = async (deps) => {
  await clearSandbox(deps.db);
  return did('Everything is back to normal: parties, cards, refunds, prices and rates.');
};

export const partyEvents: Readonly<Record<string, SandboxEvent>> = { party, normal };
