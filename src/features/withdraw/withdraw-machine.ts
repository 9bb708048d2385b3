import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import type { Outcome } from '#core/failure.ts';
import { readAmount } from '#core/money/amount-input.ts';
import type { Asset } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import {
  type AmountField,
  emptyAmount,
  FIAT_DECIMALS,
  maximum,
  ownTagOf,
  type Problem,
  problemIn,
  routeOf,
  showing,
  toggled,
  unitsIn,
} from '#core/money/withdraw-form.ts';
import { checkAddress } from '#core/networks/address/check-address.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { FOREIGN_LINK, isPaymentUri, readPaymentUri } from '#core/networks/payment-uri.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import { holdWhileBusy } from '#platform/page/hold-while-busy.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { holdingLoader } from '#withdrawal/holding.ts';
import { passesGate } from '#withdrawal/identity-gate.ts';
import { sending } from '#withdrawal/sending.ts';
import type { Sent } from '#withdrawal/sent.ts';
import type { WithdrawDeps, WithdrawRequest } from './withdraw-deps.ts';
import { fitting, type WithdrawDraft } from './withdraw-draft.ts';
import { type Asking, formIn, initialState, type Review, valueIn } from './withdraw-state.ts';
import { bookOnlyText } from './withdraw-texts.ts';

/** The withdraw page without its views: one machine per visit of the page. */
export function createWithdraw(deps: WithdrawDeps, asset: Asset, currency: string) {
  const state = initialState(asset, currency);
  const { scale } = asset;
  const routeAnswers = inOrder();
  /** The recipient chosen before this page, applied once the networks are known. */
  let recipient: SavedCryptoAddress | undefined;
  /** The payment link that opened this page, applied at the same time. */
  let link: string | undefined;
  const balance = holdingLoader(state, deps.balances, asset.code, () => state.currency);

  async function loadRoutes(): Promise<void> {
    if (state.routesStatus === 'failed') state.routesStatus = 'loading';
    const counts = routeAnswers.ask();
    const outcome = await deps.routes();
    if (!counts(outcome.ok)) return;
    if (!outcome.ok) {
      // The known routes stay, so that a filled form keeps its network.
      if (state.routes.length === 0) state.routesStatus = 'failed';
      return;
    }
    const { data, withdrawalHold, withdrawalLimit, twoFactor, askSecondFactor, confirmed } =
      outcome.value;
    if (twoFactor !== undefined) deps.setTwoFactor(twoFactor);
    state.routes = data.filter(({ is_active }) => is_active === 'on');
    state.askSecondFactor = askSecondFactor ?? false;
    state.confirms = confirmed?.includes(asset.code) ?? false;
    state.hold = withdrawalHold;
    state.dayLimit = withdrawalLimit.usd;
    state.limitLeft = withdrawalLimit.usd_left;
    state.routesStatus = 'ready';
    const awaited = recipient;
    recipient = undefined;
    if (awaited) choose(awaited);
    const opened = link;
    link = undefined;
    if (opened !== undefined) takeOpened(opened);
    const form = formIn(state);
    // A network that has been closed is replaced only while no address is typed: the address was
    // typed for that network, so the customer has to choose another one.
    if (!routeOf(form) && (state.routeId === undefined || state.address === '')) {
      state.routeId = form.routes[0]?.payment_route_id;
    }
  }

  const reload = (): void => {
    void balance.load();
    void loadRoutes();
  };
  /** Money may have moved: balances and limits from before are not shown as current. */
  const reloadChanged = (): void => {
    routeAnswers.changed();
    void balance.reload();
    void loadRoutes();
  };
  /** Asks which known address this one resembles, so that the customer can compare them. */
  async function compare(review: Review): Promise<void> {
    // The customer never sent to that address, so the password will be required as well.
    Object.assign(state, { lookalike: true, passwordAsked: true });
    const familiarity = await deps.familiarity(review);
    // The customer may have begun to review another address meanwhile.
    if (familiarity && state.review === review) state.review = { ...review, familiarity };
  }

  const sender = sending<Review, WithdrawRequest>(state, deps, {
    summaryOf: ({ amount, address }) => ({ currency: asset.code, amount, address }),
    requestOf: ({ amount, address, routeId, fee, tag, noTag, familiarity }) => ({
      amount,
      cryptoAddress: address,
      paymentRouteId: routeId,
      fee,
      ...(tag && { tag }),
      ...(noTag && { noTag: true }),
      ...(state.compared && { addressCompared: true }),
      ...(familiarity?.recipient && { saidAt: familiarity.recipient.saidAt }),
    }),
    neverSent: ({ familiarity: to }) => to?.known === 'new' || !!to?.neverSent,
    objection: ({ familiarity }) =>
      (state.lookalike || familiarity?.lookalike) && !state.compared
        ? 'Compare the address first, and confirm that you did.'
        : undefined,
    refused: (code, review) => {
      if (code === 'ADDRESS_LOOKALIKE') void compare(review);
    },
    empty: () => void Object.assign(state, { address: '', amount: emptyAmount }),
    reload: reloadChanged,
  });

  const setAmount = (amount: AmountField): void => {
    state.amount = amount;
    state.doubt = undefined;
    state.error = undefined;
  };

  /** A tag belongs to its recipient: another address clears it. */
  function setAddress(text: string): void {
    const before = cleanAddress(state.address);
    const network = routeOf(formIn(state))?.crypto_network_name;
    const whole = network === undefined || checkAddress(network, before).kind === 'valid';
    if (before !== '' && whole && before !== cleanAddress(text)) {
      Object.assign(state, { tag: '', noTag: false });
    }
    state.address = text;
    state.error = undefined;
  }

  /** Takes an entry of the address book, with its network. */
  function choose(entry: Pick<SavedCryptoAddress, 'address' | 'network' | 'tag'>): void {
    if (state.phase !== 'form') return;
    const route = formIn(state).routes.find(
      ({ crypto_network_name }) => crypto_network_name === entry.network,
    );
    // Without its own network, the address would be checked and sent on another one.
    if (!route) {
      state.error = `${asset.code} can’t be sent on the ${entry.network} network right now.`;
      return;
    }
    const noTag = entry.tag === '' && route.needs_tag;
    const { address, tag } = entry;
    Object.assign(state, {
      routeId: route.payment_route_id,
      address,
      tag,
      noTag,
      error: undefined,
    });
  }

  function typeTag(text: string): void {
    // Only spaces are removed. Removing other characters could turn a wrong tag into another
    // customer's.
    state.tag = text.replace(/\s/g, '');
    state.error = undefined;
    if (state.tag !== '') state.noTag = false;
  }

  /** Takes a pasted or scanned text: an address or a payment link (D22). */
  function take(text: string): void {
    if (state.phase !== 'form') return;
    const asked = readPaymentUri(cleanAddress(text));
    if (!asked) {
      state.error = FOREIGN_LINK;
      return;
    }
    if (asked.network !== undefined) {
      const { routes } = formIn(state);
      const route = routes.find((one) => one.crypto_network_name === asked.network);
      if (!route && routes.length > 0) {
        state.error = `This link is for a network that ${asset.code} can’t be sent on from here. Nothing in it was used.`;
        return;
      }
      if (route) state.routeId = route.payment_route_id;
    }
    setAddress(asked.address);
    if (asked.tag !== '') typeTag(asked.tag);
    const units = asked.asset === asset.code ? parseUnits(asked.amount, scale) : undefined;
    if (units) setAmount(showing(units, 'crypto', scale, undefined));
  }

  /** Applies a payment link that opened this page, unless the form is filled in already (LIVE-04). */
  function takeOpened(text: string): void {
    if (state.phase !== 'form') return;
    if (state.address !== '' || state.amount.text !== '') {
      state.error = 'This form was filled in already. Nothing of the link was used.';
    } else take(text);
  }

  /**
   * Fixes what is reviewed, so that later changes of the form or the routes do not change what is
   * sent.
   */
  async function review(): Promise<Review | undefined> {
    const form = formIn(state);
    const route = routeOf(form);
    const units = unitsIn(form.amount, scale, form.value);
    if (!route || units === undefined) return undefined;
    const { crypto_network_name: network, payment_route_id: routeId } = route;
    const address = cleanAddress(form.address);
    // A tag from a payment link is ignored on networks without tags.
    const tag = route.needs_tag ? (ownTagOf(network, address)?.tag ?? form.tag) : '';
    const fee = parseUnits(route.withdrawal_fee, scale) ?? 0n;
    const to = { routeId, address, tag, amount: formatUnits(units, scale) };
    return {
      ...to,
      network,
      needsTag: route.needs_tag,
      noTag: route.needs_tag && tag === '' && form.noTag,
      fee: formatUnits(fee, scale),
      total: formatUnits(units + fee, scale),
      confirmations: route.confirmations,
      familiarity: await deps.familiarity(to),
    };
  }

  async function goOn(): Promise<void> {
    if (!(await passesGate(state, deps))) return;
    // The customer may have changed tag or network meanwhile, so the form is checked again.
    const made = problemIn(formIn(state)) ? undefined : await review();
    if (state.phase !== 'gate') return;
    state.phase = 'form';
    const closed = made?.familiarity?.bookOnly;
    if (closed) state.error = bookOnlyText(closed.from);
    else if (made) proceed(made);
  }

  /** Asks for missing facts about the recipient (KEEP-07); if none is missing, shows the review. */
  function proceed(made: Review): void {
    const { familiarity } = made;
    const control = familiarity?.recipient?.control;
    // If the check got no answer, the page goes on: the server refuses a withdrawal whose recipient is
    // unknown.
    if (familiarity && (!familiarity.recipient || control)) {
      state.asking = { review: made, control };
      return;
    }
    state.asking = undefined;
    if (state.phase === 'review') {
      state.review = made;
      return;
    }
    Object.assign(state, { lookalike: false, compared: false });
    sender.open(made);
  }

  /** Checks the recipient in question again; returns the reason if that failed. */
  async function lookAgain(): Promise<string | undefined> {
    const { asking } = state;
    if (!asking) return undefined;
    const familiarity = await deps.familiarity(asking.review);
    if (state.asking !== asking) return undefined;
    if (!familiarity) return 'There was no answer. Please try again.';
    const isOpen = asking.control && familiarity.recipient?.control;
    proceed({ ...asking.review, familiarity });
    return isOpen ? 'No deposit from this wallet has arrived yet.' : undefined;
  }

  /** Sends the customer's answer about the recipient; returns the reason if it was refused. */
  async function answered(send: (asking: Asking) => Promise<Outcome<unknown>>) {
    const { asking } = state;
    if (!asking) return undefined;
    const outcome = await send(asking);
    if (state.asking !== asking) return undefined;
    return outcome.ok
      ? lookAgain()
      : deps.failureText(outcome.failure, 'That could not be saved. Please try again.');
  }

  const stopHolding = holdWhileBusy({
    state,
    hold: deps.hold,
    busy: ({ phase }) => phase === 'sending' || phase === 'checking',
    filled: ({ phase, address, amount }) =>
      phase === 'success' || address !== '' || amount.text !== '',
  });

  return {
    state,
    reload,
    /**
     * Starts with a kept draft, or with the withdrawal that was sent from this history entry. A
     * recipient chosen just now takes the place of the draft's address; a payment link that was opened does
     * not.
     */
    start(draft?: WithdrawDraft, sent?: Sent, chosen?: SavedCryptoAddress, opened?: string): void {
      Object.assign(state, fitting(draft, state), sent && { phase: 'success', ...sent });
      recipient = chosen;
      link = opened;
      void sender.pickUp();
      reload();
    },

    /** Called when the customer's currency or its rate becomes known. */
    setMoney(currencyNow: string, rate: string | undefined): void {
      state.currency = currencyNow;
      state.rate = rate;
    },

    /**
     * Takes the address field's new text. A payment link that was dropped, dictated or inserted by
     * the keyboard is read like a pasted one.
     */
    typeAddress(text: string): void {
      if (state.phase !== 'form') return;
      const oneCharacter = Math.abs(text.length - state.address.length) === 1;
      if (!oneCharacter && isPaymentUri(text)) take(text);
      else setAddress(text);
    },

    take,

    choose,

    typeTag,

    setNoTag(none: boolean): void {
      state.noTag = none;
      if (none) state.tag = '';
    },

    /** Takes the amount field's new text; text that is not an amount changes nothing. */
    typeAmount(text: string): void {
      if (state.phase !== 'form') return;
      const { unit, text: before } = state.amount;
      const reading =
        unit === 'fiat'
          ? readAmount(text, before, FIAT_DECIMALS, state.currency)
          : readAmount(text, before, scale, asset.code);
      // Refused text leaves an earlier doubt in place.
      if (reading.kind === 'refused') return;
      state.doubt = reading.kind === 'doubtful' ? reading.text : undefined;
      if (reading.kind === 'amount' && reading.value !== before) {
        setAmount({ unit, text: reading.value, exact: undefined });
      }
    },

    toggleUnit: () => setAmount(toggled(state.amount, scale, valueIn(state))),

    /** Fills in a quick amount, in the customer's currency (WD-02). */
    quick: (amount: string) => setAmount({ unit: 'fiat', text: amount, exact: undefined }),

    max(): void {
      const { cover, value } = formIn(state);
      if (cover) setAmount(showing(maximum(cover), state.amount.unit, scale, value));
    },

    chooseRoute(routeId: string): void {
      state.routeId = routeId;
      state.error = undefined;
    },

    /**
     * Handles a press of the main button: returns what is wrong with the form, or goes on to the
     * review.
     */
    press(): Problem | undefined {
      if (state.phase !== 'form') return undefined;
      state.tried = true;
      const problem = problemIn(formIn(state));
      if (!problem && state.hold === null && state.holding) void goOn();
      return problem;
    },

    /** Offers the identity check before the form is sent. */
    verify(): void {
      state.verifying = true;
    },
    stopVerifying(): void {
      state.verifying = false;
    },

    say: (counterparty: Counterparty) =>
      answered(({ review: to }) => deps.describe(to, counterparty)),
    prove: (signature: string) => answered(({ review: to }) => deps.prove(to, signature)),
    lookAgain,

    /** The customer wants to change what the review shows about the recipient. */
    sayOtherwise(): void {
      const { review: shown, phase } = state;
      const said = shown?.familiarity?.recipient?.counterparty;
      if (shown && phase === 'review') state.asking = { review: shown, said };
    },

    stopAsking(): void {
      state.asking = undefined;
    },

    setCompared(compared: boolean): void {
      state.compared = compared;
    },
    ...sender.controls,

    /** Empties the form behind the success page (WD-08). */
    clear(): void {
      Object.assign(state, { address: '', tag: '', noTag: false, amount: emptyAmount });
    },

    /** Called when the page is visible again or the connection is back. */
    resume(): void {
      if (state.phase === 'form') reload();
    },

    leave(): void {
      sender.leave();
      stopHolding();
    },
  };
}

export type WithdrawMachine = ReturnType<typeof createWithdraw>;
