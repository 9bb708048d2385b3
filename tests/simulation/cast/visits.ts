import { type KeptCode, keptOf } from '#core/money/cash.ts';
import type { AssetCode } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import type { OpenTab } from '#tests/simulation/device/device.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import type { Simulation } from './simulation.ts';

/** Where customers send to, by network. */
const recipients: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Bitcoin: [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ],
  Ethereum: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ],
  'Avalanche C-Chain': ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  Solana: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  'XRP Ledger': ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
};

export const everyRecipient = Object.values(recipients).flat() as unknown as readonly [
  string,
  ...string[],
];

export const recipientsOn = (network: string): readonly [string, ...string[]] =>
  recipients[network] ?? everyRecipient;

/** By which route customers send each asset, and receive it. */
export const routes = {
  BTC: { id: 'btc-bitcoin', network: 'Bitcoin' },
  ETH: { id: 'eth-ethereum', network: 'Ethereum' },
  SOL: { id: 'sol-solana', network: 'Solana' },
  AVAX: { id: 'avax-avalanche-c-chain', network: 'Avalanche C-Chain' },
  XRP: { id: 'xrp-xrp-ledger', network: 'XRP Ledger' },
  USDT: { id: 'usdt-ethereum', network: 'Ethereum' },
  USDC: { id: 'usdc-ethereum', network: 'Ethereum' },
} as const satisfies Readonly<Record<AssetCode, object>>;

/** A look at a page: whether there is more to do on it. */
type Look = () => boolean;

/**
 * A customer stays on a page and does what it lets them, a look at a time, until there is nothing more
 * to do, they have had enough, or somebody else is signed in.
 */
function stay(sim: Simulation, tab: OpenTab, name: string, look: Look, leave: () => void): void {
  const { world } = sim;
  const chance = world.chance(name);
  const owner = tab.app.userId();
  let looks = chance.between(20, 60);
  const next = (): void => {
    world.schedule(tab.actor, chance.between(50, 700), `looks at ${name}`, () => {
      looks -= 1;
      if (tab.app.userId() !== owner || looks === 0 || !look()) leave();
      else next();
    });
  };
  next();
}

/** A page is loaded anew, whatever it was doing, and asks what became of it. */
export function loadAnew(sim: Simulation, tab: OpenTab): OpenTab | undefined {
  const device = sim.devices.find(({ tabs }) => tabs.includes(tab));
  if (!device) return undefined;
  device.close(tab);
  const anew = device.open();
  if (anew.app.isSignedIn()) {
    visitConversion(sim, anew, 'swap');
    visitConversion(sim, anew, 'sell');
    visitWithdrawal(sim, anew, 'BTC');
  }
  return anew;
}

const outside = { name: 'a customer', alive: true };

/** Some do not wait for the answer: the new page may ask before the old one's request has arrived. */
function maybeImpatient(sim: Simulation, tab: OpenTab, chance: Chance): void {
  if (!chance.oneIn(6)) return;
  sim.world.count('a customer is impatient');
  sim.world.schedule(outside, chance.between(0, 150), 'is impatient', () => {
    loadAnew(sim, tab);
  });
}

/** So many thousandths of what there is: by chance, more than there is now and then. */
const anyShare = (chance: Chance): number => (chance.oneIn(8) ? 1_500 : chance.between(1, 400));

function shareOf(available: string, code: KeptCode, thousandths: number): string {
  const { scale } = keptOf(code);
  const units = parseUnits(available, scale) ?? 0n;
  return formatUnits((units * BigInt(thousandths)) / 1_000n, scale);
}

/** A swap or a sale, as the page's machine does it. */
export function visitConversion(
  sim: Simulation,
  tab: OpenTab,
  kind: 'swap' | 'sell',
  preferred?: AssetCode,
): void {
  const name = sim.fresh(kind);
  const { world } = sim;
  const chance = world.chance(`${name} of ${tab.actor.name}`);
  const machine = tab.app.convert(kind);
  const { state } = machine;
  let seen = '';
  const look: Look = () => {
    if (state.phase !== seen) world.count(`${kind}: ${state.phase}`);
    seen = state.phase;
    switch (state.phase) {
      case 'confirming':
      case 'checking':
        return true;
      case 'success':
      case 'failure':
        machine.done();
        return chance.oneIn(2);
      case 'form':
        if (sim.resting) return false;
        break;
    }
    if (state.error && chance.oneIn(3)) machine.type(state.amount === '1' ? '2' : '1');
    if (state.quote === 'active' && chance.oneIn(2)) {
      machine.press();
      // A second tap while the first is under way.
      if (chance.oneIn(4)) machine.press();
      maybeImpatient(sim, tab, chance);
      return true;
    }
    const rich = state.holdings?.filter(({ available }) => Number(available) > 0) ?? [];
    const source =
      rich.find(({ code }) => code === preferred) ?? rich[chance.between(0, rich.length - 1)];
    if (state.amount === '' && source) {
      machine.chooseSource(source.code as AssetCode);
      machine.type(shareOf(source.available, state.pair.source, anyShare(chance)));
    }
    if (state.holdingsStatus === 'failed' || state.instrumentsStatus === 'failed') machine.retry();
    return true;
  };
  stay(sim, tab, name, look, () => machine.leave());
}

const beneficiary = {
  owner: 'other',
  name: 'Ada Lovelace',
  country: 'LT',
  provider: 'Example Exchange',
} as const;

/** A withdrawal that is made for a reason: to somewhere, by somebody who neither errs nor gives it up. */
export interface Errand {
  readonly to: string;
  /** So much of what there is; by chance, where it is not said. */
  readonly thousandths?: number | undefined;
  /** Called with its id once it is asked for, or without one if it never is. */
  readonly asked: (id: string | undefined) => void;
  /** Called each time it is confirmed. */
  readonly confirmed?: () => void;
}

/** A withdrawal, from the form to its end, and at times its cancelling. */
export function visitWithdrawal(
  sim: Simulation,
  tab: OpenTab,
  code: AssetCode,
  errand?: Errand,
): void {
  const name = sim.fresh('withdrawal');
  const { world } = sim;
  const chance = world.chance(`${name} of ${tab.actor.name}`);
  const machine = tab.app.withdraw(code);
  const { state } = machine;
  const owner = sim.customers.find(({ id }) => id === tab.app.userId());
  let seen = '';
  /** The answer to whose the recipient is is on its way (KEEP-07). */
  let isSaying = false;
  const look: Look = () => {
    if (state.phase !== seen) world.count(`withdraw: ${state.phase}`);
    seen = state.phase;
    switch (state.phase) {
      case 'sending':
      case 'checking':
        return true;
      case 'gate':
      case 'code':
        return !sim.resting;
      case 'success':
        if (errand) {
          errand.asked(state.withdrawalId);
          return false;
        }
        if (state.withdrawalId && chance.oneIn(3)) {
          void tab.app.cancel(state.withdrawalId).then(({ ok }) => {
            if (ok) world.count('a customer cancels');
          });
        } else if (owner && !sim.resting && chance.oneIn(8)) {
          // “This wasn't me”, says somebody who reads the mail about it.
          void tab.app.freeze(owner.password).then(({ ok }) => {
            if (ok) world.count('an account is frozen');
          });
        }
        return false;
      case 'review':
        if (sim.resting) return false;
        if (machine.asksPassword()) {
          const errs = chance.oneIn(10) && !errand;
          machine.typePassword(errs ? 'wrong' : (owner?.password ?? ''));
        }
        machine.setCompared(true);
        machine.confirm();
        if (chance.oneIn(4)) machine.confirm();
        errand?.confirmed?.();
        if (!errand) maybeImpatient(sim, tab, chance);
        return true;
      case 'form':
        if (sim.resting) return false;
        break;
    }
    if (state.asking) {
      if (!isSaying) {
        isSaying = true;
        void machine.say(beneficiary).finally(() => {
          isSaying = false;
        });
      }
      return true;
    }
    const route = state.routes.find(
      ({ currency_id, crypto_network_name }) =>
        currency_id === code && recipients[crypto_network_name],
    );
    const addresses = route && recipients[route.crypto_network_name];
    if (!route || !addresses || !state.holding) {
      if (state.holdingStatus === 'failed' || state.routesStatus === 'failed') machine.reload();
      return true;
    }
    machine.chooseRoute(route.payment_route_id);
    if (state.address === '') machine.typeAddress(errand?.to ?? chance.pick(addresses));
    if (state.amount.text === '' || state.error) {
      const share = errand?.thousandths ?? anyShare(chance);
      machine.typeAmount(shareOf(state.holding.available, code, share));
    }
    machine.press();
    return true;
  };
  stay(sim, tab, name, look, () => {
    machine.leave();
    errand?.asked(undefined);
  });
}

/** The wallet: what it shows must have been true when it says. Resolves when it has been looked at. */
export async function visitWallet(sim: Simulation, tab: OpenTab): Promise<void> {
  const { world, history } = sim;
  const owner = tab.app.userId();
  if (owner === undefined) return;
  await tab.app.wallet((entries, asOf, stale) => {
    world.count(stale ? 'wallet: kept copy' : 'wallet: answer');
    if (tab.app.userId() !== owner) {
      world.violated('a customer sees their own', `${tab.actor.name} shows ${owner}`);
    }
    if (history.wasTrue(owner, entries, asOf.getTime())) return;
    const age = world.now - asOf.getTime();
    world.violated('what is shown was true at its time', `${tab.actor.name}, ${age} ms old`);
  });
}
