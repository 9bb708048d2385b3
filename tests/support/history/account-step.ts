import {
  type AccountState,
  type Asked,
  balancesText,
  type Money,
  move,
  movedText,
  type Told,
  withFacts,
} from './account-state.ts';

/** The state after a call, if its answer is possible in the state before it; otherwise the reason why it is not. */
export type Step =
  | { readonly ok: true; readonly state: AccountState }
  | { readonly ok: false; readonly why: string };

type Write = Extract<Asked, { readonly kind: 'swap' | 'withdraw' }>;

const to = (state: AccountState): Step => ({ ok: true, state });
const not = (why: string): Step => ({ ok: false, why });

const CLOSED = 'closed';
const DONE = 'done';

/** The state after a write with an unused key, or the code of its refusal. */
function effectOf(state: AccountState, asked: Write): AccountState | string {
  if (asked.kind === 'withdraw') {
    const { asset, units } = asked.total;
    const moved = move(state, [
      ['available', asset, -units],
      ['hold', asset, units],
    ]);
    return moved
      ? withFacts(moved, [`withdrawal ${asked.key}`, 'requested'])
      : 'INSUFFICIENT_BALANCE';
  }
  const { paid, received } = asked;
  if (state.facts.has(`quote ${asked.quote}`)) return 'QUOTE_USED';
  const moved = move(state, [
    ['available', paid.asset, -paid.units],
    ['available', received.asset, received.units],
  ]);
  return moved ? withFacts(moved, [`quote ${asked.quote}`, 'used']) : 'INSUFFICIENT_BALANCE';
}

/**
 * Refusals that depend on nothing but the state. Others, such as that of an expired quote, are possible at any time.
 */
const decided = new Set(['INSUFFICIENT_BALANCE', 'QUOTE_USED', 'KEY_CONFLICT']);

type Done = Extract<Told, { readonly kind: 'done' }>;

/**
 * Checks the answer to a write that happened: each write has one id, each id one write, and its amounts never change.
 */
function recognised(state: AccountState, key: string, { id, moved }: Done): Step {
  const real = state.facts.get(`moved by ${key}`);
  if (moved !== undefined && moved !== real) return not(`it moved ${real}, told ${moved}`);
  if (id === undefined) return to(state);
  const before = state.facts.get(`name of ${key}`);
  if (before === id) return to(state);
  if (before !== undefined) return not(`it was called ${before} before`);
  const other = state.facts.get(`named ${id}`);
  if (other !== undefined && other !== key) return not(`${id} is the name of another write`);
  return to(withFacts(state, [`name of ${key}`, id], [`named ${id}`, key]));
}

function write(state: AccountState, asked: Write, told: Told): Step {
  const before = state.facts.get(asked.key);
  const effect = before === CLOSED ? 'KEY_CONFLICT' : before ? state : effectOf(state, asked);
  const refused = typeof effect === 'string' ? effect : undefined;
  const moved =
    asked.kind === 'swap' ? movedText(asked.paid, asked.received) : movedText(asked.total);
  const after =
    typeof effect === 'string' || before === DONE
      ? state
      : withFacts(effect, [asked.key, DONE], [`moved by ${asked.key}`, moved]);
  switch (told.kind) {
    case 'unknown':
      return to(after);
    case 'done':
      return refused ? not(`it had to be refused: ${refused}`) : recognised(after, asked.key, told);
    case 'refused':
      if (told.code === refused || (!decided.has(told.code) && before === undefined)) {
        return to(state);
      }
      return not(refused ? `the refusal had to be ${refused}` : 'there was no reason to refuse it');
    default:
      return not('no write is answered so');
  }
}

function cancel(state: AccountState, key: string, told: Told, total: Money | undefined): Step {
  const before = state.facts.get(`withdrawal ${key}`);
  if (!before || !total)
    return told.kind === 'unknown' ? to(state) : not('there was no withdrawal');
  if (told.kind !== 'unknown' && told.kind !== 'done') return not('it could be cancelled');
  if (before === 'cancelled') return to(state);
  const moved = move(state, [
    ['hold', total.asset, -total.units],
    ['available', total.asset, total.units],
  ]);
  return moved ? to(withFacts(moved, [`withdrawal ${key}`, 'cancelled'])) : not('nothing is held');
}

function outcome(state: AccountState, key: string, told: Told): Step {
  const before = state.facts.get(key);
  const closed = before ? state : withFacts(state, [key, CLOSED]);
  switch (told.kind) {
    case 'unknown':
      return to(closed);
    case 'never':
      return before === DONE ? not('it had happened') : to(closed);
    case 'done':
      return before === DONE ? recognised(state, key, told) : not('it had not happened');
    default:
      return not('no question about a write is answered so');
  }
}

function chain(state: AccountState, asked: Extract<Asked, { kind: 'deposit' | 'credit' }>): Step {
  const { asset, units } = asked.money;
  const seen = asked.kind === 'deposit';
  const name = `deposit ${asked.id}`;
  if (state.facts.get(name) !== (seen ? undefined : 'seen'))
    return not('this deposit cannot do so');
  const moved = move(
    state,
    seen
      ? [['pending', asset, units]]
      : [
          ['pending', asset, -units],
          ['available', asset, units],
        ],
  );
  return moved
    ? to(withFacts(moved, [name, seen ? 'seen' : 'credited']))
    : not('nothing is pending');
}

const difference = (told: readonly string[], real: readonly string[]): string => {
  const [more, fewer] = [[...told], [...real]];
  for (const entry of told) {
    const at = fewer.indexOf(entry);
    if (at < 0) continue;
    fewer.splice(at, 1);
    more.splice(more.indexOf(entry), 1);
  }
  return [...more.map((one) => `unexpected ${one}`), ...fewer.map((one) => `missing ${one}`)].join(
    ', ',
  );
};

function read(state: AccountState, told: Told): Step {
  switch (told.kind) {
    case 'balances': {
      const [said, real] = [balancesText(told.balances), balancesText(state.balances)];
      return said === real ? to(state) : not(`balances were ${real}, told ${said}`);
    }
    case 'entries': {
      const differs = difference(told.entries, state.entries);
      return differs === '' ? to(state) : not(`of the entries: ${differs}`);
    }
    default:
      return told.kind === 'unknown' ? to(state) : not('no read is answered so');
  }
}

/**
 * The effect of one call on the account by the product's rules, written without the product's code: a write happens
 * once per key, no balance falls below zero, a refusal changes nothing and has a reason, and a read shows exactly what
 * happened before it. `totalOf`: the amount that the withdrawal with a key holds.
 */
export function step(
  state: AccountState,
  asked: Asked,
  told: Told,
  totalOf: (key: string) => Money | undefined,
): Step {
  switch (asked.kind) {
    case 'swap':
    case 'withdraw':
      return write(state, asked, told);
    case 'cancel':
      return cancel(state, asked.key, told, totalOf(asked.key));
    case 'outcome':
      return outcome(state, asked.key, told);
    case 'deposit':
    case 'credit':
      return told.kind === 'refused' ? to(state) : chain(state, asked);
    case 'wallet':
    case 'statement':
      return read(state, told);
  }
}
