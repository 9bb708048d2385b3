import { type CaseRow, type DeskCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import { type CaseKind, caseKinds } from '#core/contract/staff/desk-act.ts';
import type { DeskCustomer } from '#core/contract/staff/desk-customer.ts';
import { answerBy, type Said } from './answers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In milliseconds from now, as the server writes an instant. */
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** A case: `over` says what a test is about. */
export const caseRow = (over: Partial<CaseRow> & Pick<CaseRow, 'kind' | 'id'>): CaseRow => ({
  title: 'Complaint',
  customer: 'jonas@kopa.test',
  since: at(-20 * DAY),
  due_at: null,
  ...over,
});

/** A desk as it is on a day like any other, in the order that the server gives. */
export const aDesk = (): readonly CaseRow[] => [
  caseRow({
    ...{ kind: 'request', id: 'R-AAAAA-AAAAA', title: 'Complaint', due_at: at(-72 * MINUTE) },
    about: '“My withdrawal took two hours and nobody answered.”',
    ...{ amount: '0.05', currency_id: 'BTC' },
  }),
  caseRow({
    ...{ kind: 'monitoring', id: 'hit-1', title: 'Monitoring: Just below a limit' },
    ...{ about: 'Five deposits just below EUR 10,000 in one day', customer: 'priya@kopa.test' },
    ...{ due_at: at(40 * MINUTE), since: at(-23 * HOUR) },
    clocks: [{ title: 'AUSTRAC, terrorism financing suspected', due_at: at(50 * MINUTE) }],
  }),
  caseRow({
    ...{ kind: 'held', id: 'withdrawal:w-1', title: 'Screening: withdrawal' },
    ...{ about: 'On a list: sandbox', customer: 'tom.with.a.long.address@example-company.test' },
    ...{ amount: '2.4', currency_id: 'ETH', due_at: at(3 * DAY), since: at(-2 * DAY) },
  }),
  caseRow({
    ...{ kind: 'request', id: 'R-BBBBB-BBBBB', title: 'Refund request', due_at: at(12 * DAY) },
    about: '“The receipt shows another price than the page.”',
    ...{ amount: '0.00071369', currency_id: 'BTC', customer: 'mia@kopa.test' },
  }),
  caseRow({
    ...{ kind: 'deposit-aside', id: 'aside-1', title: 'Deposit set aside', customer: '' },
    ...{ about: 'An address that nobody was given · Bitcoin', since: at(-6 * DAY) },
    ...{ amount: '0.5', currency_id: 'BTC' },
  }),
  caseRow({
    ...{ kind: 'deposit-aside', id: 'aside-2', title: 'Deposit set aside' },
    ...{ about: 'Below the minimum · Ethereum', customer: 'sam@kopa.test', since: at(-5 * DAY) },
    ...{ amount: '0.0004', currency_id: 'ETH' },
  }),
];

const isDated = ({ due_at }: CaseRow): boolean => due_at !== null;

/** Answers the list as the server does: pages, kinds and a search by id. */
export const desk = (rows: readonly CaseRow[], pageSize = 50): Said =>
  answerBy(listCases, ({ after, kind, search, today_ends = '', week_ends = '' }) => {
    const found = rows.filter(
      (row) => (!kind || row.kind === kind) && (search === '' || row.id === search),
    );
    const from = Number(after || '0');
    const dueBy = (of: CaseKind, end: string) =>
      rows.filter((row) => row.kind === of && row.due_at !== null && row.due_at < end).length;
    const kinds = caseKinds.flatMap((one) => {
      const own = rows.filter((row) => row.kind === one);
      return own.length === 0
        ? []
        : {
            ...{ kind: one, open: own.length, dated: own.filter(isDated).length },
            ...{ late: dueBy(one, at(0)), today: dueBy(one, today_ends) },
            week: dueBy(one, week_ends),
          };
    });
    return {
      data: found.slice(from, from + pageSize),
      ...{ open: rows.length, kinds, as_of: at(0) },
      ...(found.length > from + pageSize && { next: String(from + pageSize) }),
    };
  });

/** One case with the facts for a decision. */
export const oneCase = (over: Partial<DeskCase> = {}): Said =>
  answerBy(getCase, ({ kind, id }) => {
    const data: DeskCase = {
      ...caseRow({ kind, id, title: 'Complaint' }),
      ...{ customer_id: 'u-1', facts: [], body: '', decided: null, proposed: null, seen: '' },
      decisions: ['answer', 'reject', 'later'],
      ...over,
    };
    return { data };
  });

/** What an officer sees of a customer. */
export const deskCustomer = (over: Partial<DeskCustomer> = {}): DeskCustomer => ({
  ...{ id: 'u-1', email: 'jonas@kopa.test', name: 'Jonas Meyer', country: 'AU' },
  ...{ since: at(-600 * DAY), kyc_status: 'approved', relationship: 'Goes on' },
  risk: {
    ...{ group: 'low', reason: 'No rule matched', by: '' },
    ...{ decided_at: at(-90 * DAY), due_at: at(300 * DAY) },
  },
  holdings: [
    { currency_id: 'BTC', amount: '0.08811' },
    { currency_id: 'AUD', amount: '310.00' },
  ],
  ...{ cases: [], speaking: [], transactions: [], failed_payments: [] },
  ...over,
});
