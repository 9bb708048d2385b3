import { html } from 'hono/html';
import type { PartyName } from '#server/adapters/party/party-checks.ts';
import { documents } from './identity-events.ts';
import {
  buttons,
  card,
  choices,
  eventForm,
  facts,
  type Html,
  input,
  select,
} from './page-parts.ts';
import type { PageState } from './page-state.ts';
import { partyLabels, twinsOf } from './party-events.ts';
import { cardSentences, settlementSentence } from './payment-events.ts';
import { movableRates } from './price-events.ts';

const NONE = 'none';

const chooseCustomer = ({ accounts = [], chosen }: PageState): Html => {
  const customers = accounts.filter(({ role }) => role === 'user').map(({ email }) => email);
  if (!chosen) {
    return card(
      'customer',
      'Customer',
      html`<p class="muted">There is none yet: sign up first.</p>`,
    );
  }
  return card(
    'customer',
    'Customer',
    html`<form class="choose" method="get" action="/sandbox">
        ${select('choose', 'customer', 'To whom it happens', choices(customers), chosen.email)}
        <button class="btn btn--secondary">Choose</button>
      </form>
      ${facts([
        ['Identity check', chosen.comment ? `${chosen.kyc}: ${chosen.comment}` : chosen.kyc],
        ['Available', chosen.balances || 'nothing'],
        ['Deposits on their way', chosen.deposits.join('; ') || NONE],
        ['Last withdrawal', chosen.withdrawal ?? NONE],
        ['Last card payment', chosen.payment ?? NONE],
      ])}`,
  );
};

const deposits = ({ chosen, routes }: PageState): Html =>
  card('deposits', 'Deposits', [
    eventForm('deposit', chosen?.email, [
      select(
        'deposit',
        'route',
        'Asset and network',
        routes.map(({ currency, network }) => ({
          value: `${currency}@${network}`,
          label: `${currency} on ${network}`,
        })),
      ),
      html`<div class="pair">
        ${input('deposit', 'amount', 'Amount', { value: '0.5', mode: 'decimal' })}
        ${select('deposit', 'blocks', 'Blocks over it', [
          { value: 'all', label: 'as many as needed' },
          { value: 'none', label: 'none yet' },
        ])}
      </div>`,
      input('deposit', 'sender', 'From the address, if the network shows one', { value: '' }),
      buttons('how', [
        { value: 'one', label: 'Deposit', primary: true },
        { value: 'twice', label: 'Report it twice' },
        { value: 'small', label: 'Less than the minimum' },
        { value: 'unknown', label: 'To an unknown address' },
      ]),
    ]),
    eventForm(
      'blocks',
      chosen?.email,
      html`<div class="choose">
      ${input('blocks', 'blocks', 'New blocks over deposits', { value: '1', mode: 'numeric' })}
      <button class="btn btn--secondary">Add blocks</button>
    </div>`,
    ),
  ]);

const transfers = ({ chosen, switches }: PageState): Html =>
  card('bank', 'Bank transfers', [
    eventForm('bank', chosen?.email, [
      html`<p class="muted">From the customer’s bank, to the account that is theirs under Cash, Add money.</p>`,
      input('bank', 'amount', 'Amount', { value: '250.00', mode: 'decimal' }),
      buttons('how', [
        { value: 'own', label: 'Transfer arrives', primary: true },
        { value: 'twice', label: 'Told twice' },
        { value: 'other', label: 'From another name' },
        { value: 'foreign', label: 'In US dollars' },
        { value: 'recall', label: 'Take the last back' },
      ]),
    ]),
    eventForm('payout', chosen?.email, [
      html`<h3>The customer’s newest payout</h3>`,
      buttons('plan', [
        { value: 'auto', label: 'The bank takes it' },
        { value: 'confirm', label: 'It arrives' },
        { value: 'refuse', label: 'The bank refuses it' },
        { value: 'fail', label: 'It comes back' },
        { value: 'silent', label: 'No answer' },
      ]),
    ]),
    eventForm('payee', chosen?.email, [
      html`<h3>Whose account it is</h3>
        <p class="muted">What the bank says when a customer chooses an account to cash out to; an answer counts for 15 minutes.</p>`,
      buttons('plan', [
        { value: '', label: 'The customer’s', on: switches.payee === undefined },
        { value: 'close', label: 'Nearly the name', on: switches.payee === 'close' },
        { value: 'none', label: 'Another name', on: switches.payee === 'none' },
        { value: 'silent', label: 'No answer', on: switches.payee === 'silent' },
      ]),
    ]),
    eventForm('statement', chosen?.email, [
      html`<h3>The bank’s statement of a day</h3>
        <p class="muted">Read after the day is over in UTC, and held against the books.</p>`,
      buttons('plan', [
        { value: '', label: 'As it is', on: switches.statement === undefined },
        { value: 'cent', label: 'Wrong by a cent', on: switches.statement === 'cent' },
        { value: 'late', label: 'Late', on: switches.statement === 'late' },
        { value: 'silent', label: 'Never given', on: switches.statement === 'silent' },
      ]),
    ]),
  ]);

const identity = ({ chosen }: PageState): Html =>
  card('identity', 'Identity reviewer', [
    eventForm(
      'review',
      chosen?.email,
      buttons('decision', [
        { value: 'approve', label: 'Approve', primary: true },
        { value: 'reject', label: 'Reject for good' },
        { value: 'wait', label: 'Still looking' },
      ]),
    ),
    eventForm('review', chosen?.email, [
      input('again', 'reason', 'Reason, as the customer reads it', {
        value: 'The photo is blurred.',
      }),
      buttons('decision', [{ value: 'again', label: 'Ask again' }]),
    ]),
    eventForm('review', chosen?.email, [
      select('documents', 'document', 'Document', choices(documents)),
      buttons('decision', [{ value: 'documents', label: 'Request it' }]),
    ]),
  ]);

const payments = ({ chosen, switches }: PageState): Html =>
  card('cards', 'Card payments', [
    eventForm('card', chosen?.email, [
      html`<h3>The next payment</h3>
        <p class="muted">It ${switches.card ? cardSentences[switches.card] : 'ends as its card says'}.</p>`,
      buttons('plan', [
        { value: 'success', label: 'Is paid', on: switches.card === 'success' },
        { value: 'declined', label: 'Is declined', on: switches.card === 'declined' },
        { value: 'late', label: 'Is paid late', on: switches.card === 'late' },
        { value: 'never', label: 'Is never answered', on: switches.card === 'never' },
        { value: '', label: 'As its card says', on: switches.card === undefined },
      ]),
    ]),
    eventForm('payment', chosen?.email, [
      html`<h3>The payment under way</h3>`,
      buttons('outcome', [
        { value: 'paid', label: 'The bank pays now' },
        { value: 'declined', label: 'The bank declines now' },
      ]),
    ]),
    eventForm('refunds', chosen?.email, [
      html`<h3>Refunds</h3>`,
      buttons('refunds', [
        { value: 'given', label: 'Are given', on: !switches.refundsRefused },
        { value: 'refused', label: 'Are refused', on: switches.refundsRefused },
      ]),
    ]),
    eventForm('dispute', chosen?.email, [
      html`<h3>A dispute of the newest payment</h3>
        <p class="muted">With each button, the provider sends a notice.</p>`,
      input('dispute-amount', 'amount', 'Amount; empty: all of it', {}),
      input('dispute-reason', 'reason', 'Reason', { value: 'Not recognised by the card holder' }),
      buttons('dispute', [
        { value: 'asked', label: 'Its bank asks for papers' },
        { value: 'taken', label: 'Its bank takes it back' },
        { value: 'lost', label: 'Lost' },
        { value: 'won', label: 'Won' },
        { value: 'withdrawn', label: 'Withdrawn' },
      ]),
    ]),
    eventForm('settlement', chosen?.email, [
      html`<h3>Settlements</h3>
        <p class="muted">They ${settlementSentence(switches.settlement)}.</p>`,
      buttons('plan', [
        { value: '', label: 'Are right', on: switches.settlement === undefined },
        { value: 'cent', label: 'Have a cent too much', on: switches.settlement === 'cent' },
        { value: 'silent', label: 'Do not come', on: switches.settlement === 'silent' },
      ]),
    ]),
  ]);

const withdrawals = ({ chosen }: PageState): Html =>
  card(
    'withdrawals',
    'Withdrawals',
    eventForm('withdrawal', chosen?.email, [
      html`<p class="muted">What the custodian does with the customer’s newest withdrawal.</p>`,
      buttons('plan', [
        { value: 'auto', label: 'Sends it' },
        { value: 'confirm', label: 'Sends it, confirmed at once' },
        { value: 'refuse', label: 'Refuses it' },
        { value: 'fail', label: 'Sends it in vain' },
        { value: 'silent', label: 'Says nothing: stuck' },
        { value: 'unclear', label: 'Says an unknown word' },
      ]),
    ]),
  );

const screening = ({ chosen, listed }: PageState): Html =>
  card('screening', 'Screening', [
    html`<p class="muted">Who is on the list of the party that screens customers and transfers: ${
      listed.length === 0 ? 'nobody' : listed.join(', ')
    }.</p>`,
    eventForm('listed-customer', chosen?.email, [
      html`<h3>The customer</h3>`,
      buttons('how', [
        { value: 'on', label: 'Put on the list' },
        { value: 'off', label: 'Take off' },
      ]),
    ]),
    eventForm('listed-address', chosen?.email, [
      input('listed', 'address', 'An address, of a recipient or a sender', { value: '' }),
      buttons('how', [
        { value: 'on', label: 'Put on the list' },
        { value: 'off', label: 'Take off' },
      ]),
    ]),
  ]);

const travelRule = ({ chosen, switches }: PageState): Html =>
  card('travel-rule', 'Travel Rule', [
    eventForm('beneficiary', chosen?.email, [
      html`<h3>Recipients’ providers</h3>`,
      buttons('how', [
        { value: 'accepted', label: 'Take withdrawals', on: !switches.beneficiaryRefused },
        { value: 'refused', label: 'Take none', on: switches.beneficiaryRefused },
      ]),
    ]),
    eventForm('originator', chosen?.email, [
      html`<h3>Senders’ providers</h3>`,
      buttons('how', [
        { value: 'told', label: 'Tell who sent a deposit', on: !switches.originatorMissing },
        { value: 'missing', label: 'Tell nothing', on: switches.originatorMissing },
      ]),
    ]),
  ]);

const jumps = [
  { value: 'up', label: 'Jump up' },
  { value: 'down', label: 'Jump down' },
] as const;

const prices = ({ chosen, prices: lines }: PageState): Html =>
  card('prices', 'Prices', [
    html`<dl class="kv num">
      ${lines.map(
        ({ asset, usd, moved }) => html`<div>
          <dt>${asset}${moved ? html` <span class="pill pill--wait">${moved}</span>` : ''}</dt>
          <dd>${usd ? `$${usd}` : 'no price'}</dd>
        </div>`,
      )}
    </dl>`,
    eventForm('price', chosen?.email, [
      html`<div class="pair">
        ${select('price', 'asset', 'Asset', choices(lines.map(({ asset }) => asset)))}
        ${input('price', 'percent', 'By percent', { value: '10', mode: 'numeric' })}
      </div>`,
      buttons('how', [
        ...jumps,
        { value: 'freeze', label: 'Stand still' },
        { value: 'free', label: 'Back to the market' },
      ]),
    ]),
  ]);

const rates = ({ chosen, movedRates }: PageState): Html =>
  card(
    'rates',
    'Exchange rates',
    eventForm('rate', chosen?.email, [
      html`<p class="muted">What a dollar costs${movedRates ? ': moved, as you wanted' : ''}.</p>
      <div class="pair">
        ${select('rate', 'currency', 'Currency', choices(movableRates))}
        ${input('rate', 'percent', 'By percent', { value: '10', mode: 'numeric' })}
      </div>`,
      buttons('how', [...jumps, { value: 'free', label: 'Back to the reference' }]),
    ]),
  );

const parties = ({ deps, chosen, switches }: PageState): Html =>
  card('parties', 'Outages and slowness', [
    html`<ul class="twins">
      ${twinsOf(deps).map((twin) => {
        const trouble = switches.troubles.get(twin);
        const pill = trouble === 'down' ? 'pill--bad' : 'pill--wait';
        return html`<li>
          <form class="twin" method="post" action="/sandbox/events/party" aria-label="${partyLabels[twin]}">
            <p><b>${partyLabels[twin]}</b> ${trouble ? html`<span class="pill ${pill}">${trouble}</span>` : ''}</p>
            <input type="hidden" name="party" value="${twin}" />
            <input type="hidden" name="customer" value="${chosen?.email ?? ''}" />
            ${buttons('state', [
              { value: 'normal', label: 'Normal', on: !trouble },
              { value: 'slow', label: 'Slow', on: trouble === 'slow' },
              { value: 'down', label: 'Down', on: trouble === 'down' },
            ])}
          </form>
        </li>`;
      })}
    </ul>`,
    eventForm(
      'normal',
      chosen?.email,
      html`<button class="btn btn--secondary btn--wide">Everything back to normal</button>`,
    ),
  ]);

const partIds = {
  customer: 'Customer',
  deposits: 'Deposits',
  bank: 'Bank',
  identity: 'Identity',
  cards: 'Cards',
  withdrawals: 'Withdrawals',
  screening: 'Screening',
  'travel-rule': 'Travel Rule',
  prices: 'Prices',
  rates: 'Rates',
  parties: 'Outages',
  inbox: 'Inbox',
} as const;

/** The sections of events on the page, and the links to them. */
export function eventsView(state: PageState): { readonly parts: Html; readonly jumps: Html } {
  const has = (party: PartyName) => state.deps.parties.sandboxed.has(party);
  const invented = state.accounts !== undefined;
  const shown = {
    customer: invented && chooseCustomer(state),
    deposits: invented && deposits(state),
    bank: invented && transfers(state),
    identity: invented && identity(state),
    cards: invented && payments(state),
    withdrawals: invented && withdrawals(state),
    screening: invented && has('screening') && screening(state),
    'travel-rule': invented && has('travelRule') && travelRule(state),
    prices: has('market') && prices(state),
    rates: has('forex') && rates(state),
    parties: parties(state),
  };
  const ids = Object.entries(partIds).filter(([id]) =>
    id === 'inbox' ? state.mails : shown[id as keyof typeof shown],
  );
  return {
    parts: html`${Object.values(shown).map((part) => part || '')}`,
    jumps: html`<nav class="jumps" aria-label="On this page"><ul class="chips">
      ${ids.map(([id, name]) => html`<li><a class="chip" href="#${id}">${name}</a></li>`)}
    </ul></nav>`,
  };
}
