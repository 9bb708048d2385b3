import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { certifyTaxResidence } from '#core/contract/account/tax-residence.ts';
import { type KeptCode, keptOf } from '#core/money/cash.ts';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { journalKinds } from '#core/statement/journal-kind.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import { keepCounterparty } from '#server/services/checks/travel-rule/counterparties.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { valueEntries } from '#server/services/records/wallet/entry-values.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { type Made, makeMessage, type Wanted } from '#server/services/tax/carf/carf-message.ts';
import { isPersonMended, personText } from '#server/services/tax/carf/carf-xml.ts';
import { madeLines } from '#server/services/tax/carf/made-lines.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { PersonOptions } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { pastGuards } from '#tests/support/past-guards.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ booksByHand: true });

const thisYear = (): number => new Date(kopa.clock.now()).getUTCFullYear();

/** A message as text, with what the command says of it; undefined: there was nothing to say. */
async function message(
  kind: Wanted['kind'] = 'new',
  country: Wanted['country'] = 'LT',
  year = thisYear(),
): Promise<(Made & { readonly xml: string }) | undefined> {
  let xml = '';
  const made = await makeMessage(
    kopa.deps,
    { kind, country, year, actor: 'operator test' },
    async (text) => {
      xml += text;
    },
  );
  return made && { ...made, xml };
}

interface Node {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
  readonly children: readonly Node[];
}

/** Reads a message; throws where its tags do not fit. */
function parsed(xml: string): Node {
  type Open = { name: string; attributes: string; text: string; children: Node[] };
  const root: Open = { name: '', attributes: '', text: '', children: [] };
  const open: Open[] = [root];
  for (const [, close, name = '', attributes = '', text = ''] of xml
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .matchAll(/<(\/?)((?:carf|stf):\w+)((?: [\w:]+="[^"<]*")*)>([^<]*)/g)) {
    if (close) {
      const done = open.pop();
      if (done?.name !== name) throw new Error(`${done?.name} closed by ${name}`);
      continue;
    }
    const node: Open = { name, attributes, text: text.trim(), children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  const [top] = root.children;
  if (open.length !== 1 || !top) throw new Error('not closed');
  return top;
}

const within = (node: Node | undefined, ...path: readonly string[]): readonly Node[] => {
  const [first, ...rest] = path;
  if (!node || first === undefined) return node ? [node] : [];
  return node.children
    .filter(({ name }) => name === `carf:${first}` || name === `stf:${first}`)
    .flatMap((child) => within(child, ...rest));
};
const textIn = (node: Node | undefined, ...path: readonly string[]): string =>
  within(node, ...path)
    .map(({ text }) => text)
    .join(' ');

/** What the schema has in each element, in its order; `?` may be left out, `*` may be there many times. */
const schema: Readonly<Record<string, string>> = {
  CARF_OECD: 'MessageSpec CARFBody',
  MessageSpec:
    'SendingEntityIN? TransmittingCountry ReceivingCountry MessageType Warning? Contact? MessageRefId MessageTypeIndic ReportingPeriod Timestamp',
  CARFBody: 'RCASP CryptoUsers*',
  RCASP: 'RCASP_ID Nexus? OtherNexus? DocSpec',
  RCASP_ID: 'Entity',
  Entity: 'ResCountryCode* TIN* IN* IIN* Name* Address*',
  CryptoUsers: 'UserID ControllingPerson* RelevantTransactions* DocSpec',
  UserID: 'Individual',
  Individual: 'ResCountryCode* TIN* IIN* Name* Address* Nationality* BirthInfo',
  Name: 'FirstName? MiddleName* NamePrefix? LastName?',
  Address: 'CountryCode AddressFix AdditionalAddressInfo?',
  AddressFix:
    'Street? BuildingIdentifier? SuiteIdentifier? FloorIdentifier? DistrictName? POB? PostCode? City CountrySubentity?',
  BirthInfo: 'BirthDate BirthPlace?',
  DocSpec: 'DocTypeIndic DocRefId CorrMessageRefId? CorrDocRefId?',
  RelevantTransactions:
    'CryptoAsset CryptoToCryptoIn* CryptoToCryptoOut* CryptoFiatIn* CryptoFiatOut* CryptoTransferIn* CryptoTransferOut* TransferWallet* RRPT*',
  CryptoToCryptoIn: 'ExchangeType? NumberofTransactions Amount NumberofUnits',
  CryptoToCryptoOut: 'ExchangeType? NumberofTransactions Amount NumberofUnits',
  CryptoFiatIn: 'ExchangeType? NumberofTransactions Amount NumberofUnits',
  CryptoFiatOut: 'ExchangeType? NumberofTransactions Amount NumberofUnits',
  CryptoTransferIn: 'TransferType NumberofTransactions Amount NumberofUnits AltValuation?',
  CryptoTransferOut: 'TransferType NumberofTransactions Amount NumberofUnits AltValuation?',
  TransferWallet: 'Amount NumberofUnits AltValuation?',
};

const plain = (name: string): string => name.replace(/^\w+:/, '');

/** Where a message is not as the schema has it. */
function misfits(node: Node): readonly string[] {
  const name = plain(node.name);
  const said = node.children.map((child) => plain(child.name)).join(' ');
  const rule = schema[name];
  const wants = (rule ?? '')
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const one = part.replace(/[?*]$/, '');
      return `(?:${one} )${part.endsWith('?') ? '?' : part.endsWith('*') ? '*' : ''}`;
    })
    .join('');
  const fits =
    node.children.length === 0
      ? !rule || new RegExp(`^${wants}$`).test('')
      : rule !== undefined && new RegExp(`^${wants}$`).test(`${said} `);
  return [
    ...(fits ? [] : [`${name}: ${said}`]),
    ...(name === 'Amount' && !/^\d+\.\d\d$/.test(node.text) ? [`Amount ${node.text}`] : []),
    ...(name === 'NumberofUnits' && !/^\d+(\.\d+)?$/.test(node.text) ? [`Units ${node.text}`] : []),
    ...node.children.flatMap(misfits),
  ];
}

const cents = (text: string): bigint => parseUnits(text, 2) ?? -1n;

interface Total {
  count: number;
  units: bigint;
  cents: bigint;
}

/** What a message says: by customer's number, asset, kind and type. */
function saidIn(xml: string): Readonly<Record<string, Total>> {
  const totals: Record<string, Total> = {};
  for (const user of within(parsed(xml), 'CARFBody', 'CryptoUsers')) {
    const tin = textIn(user, 'UserID', 'Individual', 'TIN');
    for (const about of within(user, 'RelevantTransactions')) {
      const name = textIn(about, 'CryptoAsset');
      const asset = codes.find((code) => assetOf(code).name === name) ?? 'BTC';
      for (const line of about.children.slice(1)) {
        const type = textIn(line, 'TransferType');
        const key = [tin, asset, plain(line.name), type].join(' ').trim();
        const { scale } = assetOf(asset);
        const units = parseUnits(textIn(line, 'NumberofUnits'), scale) ?? -1n;
        const before = totals[key] ?? { count: 0, units: 0n, cents: 0n };
        totals[key] = {
          count: before.count + Number(textIn(line, 'NumberofTransactions')),
          units: before.units + units,
          cents: before.cents + cents(textIn(line, 'Amount')),
        };
      }
    }
  }
  return totals;
}

const codes = ['BTC', 'ETH', 'USDC', 'SOL'] as const satisfies readonly AssetCode[];
type Code = (typeof codes)[number];

/** Customers with numbers of their own, by which the file is read again. */
const numbers = ['38703181745', '33309240064', '49403136526', '47101010033'];

async function certified(number: string, options: PersonOptions = {}): Promise<Member> {
  const who = await kopa.person({ certified: false, market: 'EUR', ...options });
  const home = { address: 'Gedimino pr. 1', city: 'Vilnius', state: '', postal: '01103' };
  const residences = [{ country: 'LT', number }];
  await who.must(certifyTaxResidence, { ...home, country: 'LT', residences });
  return who;
}

const post = (journal: Journal) =>
  inTransaction(kopa.db, async (tx) => {
    const posted = await postJournal(tx, kopa.clock, journal);
    if (posted.kind !== 'posted') throw new Error(posted.kind);
    return posted;
  });

interface Move {
  readonly kind:
    | 'swap'
    | 'buy'
    | 'sell'
    | 'card'
    | 'deposit'
    | 'withdraw'
    | 'hand'
    | 'given-up'
    | 'cash';
  readonly who: number;
  readonly gave: Code;
  readonly got: Code;
  readonly units: bigint;
  readonly more: bigint;
  readonly small: bigint;
  readonly before: boolean;
  /** Who holds the other side of a transfer, as it was handed over; undefined: nobody said. */
  readonly provider: string | undefined;
}

const amount = fc.bigInt({ min: 1_000n, max: 10n ** 9n });
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(
    ...([
      'swap',
      'buy',
      'sell',
      'card',
      'deposit',
      'withdraw',
      'hand',
      'given-up',
      'cash',
    ] as const),
  ),
  who: fc.nat(numbers.length - 1),
  gave: fc.constantFrom(...codes),
  got: fc.constantFrom(...codes),
  units: amount,
  more: amount,
  small: fc.bigInt({ min: 1n, max: 999n }),
  before: fc.boolean(),
  provider: fc.constantFrom('Example Exchange', '', undefined),
});

let serial = 0;

/** Does one of these to a customer, as the services that move money write it; some of them a year before. */
async function act(
  userId: string,
  { kind, gave, got, units, more, small, before, provider }: Move,
) {
  serial += 1;
  const id = `m${serial}`;
  const own = (code: KeptCode, change: bigint, at: 'available' | 'hold' = 'available') => ({
    account: customer(userId, at, code),
    units: change,
  });
  const createdAt = before
    ? { createdAt: new Date(Date.UTC(thisYear() - 1, 5, 1) + 1_000 * serial) }
    : {};
  const base = { userId, ...createdAt } as const;
  const travelled = async (subject: 'deposit' | 'withdrawal') => {
    if (provider === undefined) return;
    await kopa.db
      .insertInto('travel_rule')
      .values({
        ...{ id: `${subject}:${id}`, subject, reference: id, user_id: userId, state: 'done' },
        ...{ owner: 'customer', provider, asked_at: kopa.clock.sql, due_at: null },
      })
      .execute();
  };
  const trade = (from: KeptCode, to: KeptCode) =>
    post({
      ...base,
      ...{ class: 'conversion', kind: 'swap', reference: `quote:${id}` },
      postings: [
        own(from, -units),
        { account: house('inventory', from), units },
        { account: house('inventory', to), units: -(more + small) },
        own(to, more),
        { account: house('spread', to), units: small },
      ],
    });
  switch (kind) {
    case 'swap':
      return gave === got ? undefined : trade(gave, got);
    case 'buy':
      return trade('EUR', got);
    case 'sell':
      return trade(gave, 'EUR');
    case 'card': {
      await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
        usdc_rate, token, status, created_at)
        values (${id}, ${userId}, ${formatUnits(units, 2, 2)}, 'EUR', ${String(more)}, ${got}, '1',
        '1', ${id}, 'success', now())`.execute(kopa.db);
      return post({
        ...base,
        ...{ class: 'trade', kind: 'purchase', reference: `purchase:${id}` },
        postings: [own(got, more), { account: house('card', got), units: -more }],
      });
    }
    case 'deposit':
      await travelled('deposit');
      return post({
        ...base,
        ...{ class: 'payment', kind: 'deposit', reference: `deposit:${id}` },
        postings: [own(got, more), { account: house('chain', got), units: -more }],
      });
    case 'withdraw': {
      await travelled('withdrawal');
      await post({
        ...base,
        ...{ class: 'payment', kind: 'withdrawal', reference: `withdrawal:${id}` },
        postings: [own(gave, -(units + small)), own(gave, units + small, 'hold')],
      });
      return post({
        ...base,
        ...{ class: 'payment', kind: 'withdrawal-sent', reference: `withdrawal-sent:${id}` },
        postings: [
          own(gave, -(units + small), 'hold'),
          { account: house('chain', gave), units },
          { account: house('fees', gave), units: small },
        ],
      });
    }
    case 'hand':
      return post({
        ...base,
        ...{ class: 'manual', kind: 'manual' },
        postings: [own(gave, -units), { account: house('manual', gave), units }],
      });
    case 'given-up':
      return post({
        ...base,
        ...{ class: 'manual', kind: 'given-up' },
        postings: [own(gave, -units), { account: house('given-up', gave), units }],
      });
    case 'cash':
      return post({
        ...base,
        ...{ class: 'payment', kind: 'cash-in' },
        postings: [own('EUR', units), { account: house('bank', 'EUR'), units: -units }],
      });
  }
}

const nearest = (a: bigint, b: bigint, c: bigint): bigint => (2n * a * b + c) / (2n * c);

/**
 * The same from the tables alone, by rules written a second time: from postings, the values that are kept beside
 * them, and what cards were charged.
 */
async function fromLedger(tins: ReadonlyMap<string, string>): Promise<Record<string, Total>> {
  const year = thisYear();
  const { rows } = await sql<{
    journal: string;
    kind: string;
    user: string;
    account: string;
    currency: string;
    amount: string;
    reference: string | null;
    value: string | null;
    paid: string | null;
    provider: string;
  }>`select journals.id as journal, journals.kind, journals.user_id as "user", account_id as account,
      postings.currency, postings.amount::text as amount, journals.reference, purchases.amount as paid,
      coalesce((select provider from travel_rule where state = 'done' and reference <> '' and
        (journals.reference = 'deposit:' || reference
          or journals.reference = 'withdrawal-sent:' || reference)), '') as provider,
      (select value from entry_values join postings as entry on entry.journal_id = entry_values.journal_id
          and entry.line = entry_values.line
        join journals as asked on asked.id = entry.journal_id
        where entry.currency = postings.currency and (asked.id = journals.id
          or asked.reference = replace(journals.reference, 'withdrawal-sent:', 'withdrawal:'))
        limit 1) as value
    from postings join journals on journals.id = postings.journal_id
    left join purchases on 'purchase:' || purchases.id = journals.reference
    where extract(year from journals.created_at at time zone 'UTC') = ${year}
    order by journals.created_at, journals.id, postings.line`.execute(kopa.db);
  const totals: Record<string, Total> = {};
  const add = (key: string, units: bigint, worth: bigint): void => {
    const before = totals[key] ?? { count: 0, units: 0n, cents: 0n };
    const isWallet = key.endsWith('TransferWallet');
    totals[key] = {
      count: before.count + (isWallet ? 0 : 1),
      units: before.units + units,
      cents: before.cents + worth,
    };
  };
  for (const [, lines] of Map.groupBy(rows, ({ journal }) => journal)) {
    const [first] = lines;
    if (!first) continue;
    const { user, kind, provider } = first;
    const tin = tins.get(user) ?? '';
    const sum = (currency: string, of: (account: string) => boolean): bigint =>
      lines
        .filter((line) => line.currency === currency && of(line.account))
        .reduce((total, line) => total + BigInt(line.amount), 0n);
    const isOwn = (account: string) =>
      account.startsWith(`${user}/available/`) || account.startsWith(`${user}/hold/`);
    const changed = [...new Set(lines.map(({ currency }) => currency))]
      .map((currency) => ({ currency, units: sum(currency, isOwn) }))
      .filter(({ units }) => units !== 0n);
    const worth = (currency: string): bigint =>
      cents(lines.find((line) => line.currency === currency && line.value)?.value ?? '');
    const out = changed.find(({ units }) => units < 0n);
    const into = changed.find(({ units }) => units > 0n);
    if (kind === 'swap' && out && into) {
      const spread = sum(into.currency, (account) => account.startsWith('house/spread/'));
      if (out.currency === 'EUR') {
        const net = nearest(-out.units, into.units, into.units + spread);
        add(`${tin} ${into.currency} CryptoFiatIn`, into.units, net);
      } else if (into.currency === 'EUR') {
        add(`${tin} ${out.currency} CryptoFiatOut`, -out.units, into.units);
      } else {
        add(`${tin} ${out.currency} CryptoToCryptoOut`, -out.units, worth(into.currency));
        add(`${tin} ${into.currency} CryptoToCryptoIn`, into.units, worth(into.currency));
      }
    } else if (kind === 'purchase' && into) {
      const paid = cents(first.paid ?? '');
      add(`${tin} ${into.currency} CryptoFiatIn`, into.units, paid - nearest(paid, 50n, 10_000n));
    } else if (kind === 'deposit' && into) {
      const type = provider ? 'CARF505' : 'CARF509';
      add(`${tin} ${into.currency} CryptoTransferIn ${type}`, into.units, worth(into.currency));
    } else if (kind === 'withdrawal-sent' && out) {
      const fee = sum(out.currency, (account) => account.startsWith('house/fees/'));
      const sent = -out.units - fee;
      const part = nearest(worth(out.currency), sent, -out.units);
      const type = provider ? 'CARF601' : 'CARF606';
      add(`${tin} ${out.currency} CryptoTransferOut ${type}`, sent, part);
      if (!provider) add(`${tin} ${out.currency} TransferWallet`, sent, part);
    } else if ((kind === 'manual' || kind === 'given-up') && out) {
      add(`${tin} ${out.currency} CryptoTransferOut CARF605`, -out.units, worth(out.currency));
    }
  }
  return totals;
}

test('KEEP-14 HARD-59 the yearly file sums to the ledger: each customer’s, asset’s and kind’s number, units and money', async () => {
  const people: Member[] = [];
  for (const number of numbers) people.push(await certified(number));
  const tins = new Map(people.map(({ id }, at) => [id, numbers[at] ?? '']));
  for (const { id } of people) {
    for (const code of [...codes, 'EUR'] as const) {
      const plenty = 10n ** 13n;
      await post({
        ...{ class: 'manual', kind: code === 'EUR' ? 'cash-in' : 'deposit', userId: id },
        createdAt: new Date(Date.UTC(thisYear() - 2, 1, 1)),
        postings: [
          { account: customer(id, 'available', code), units: plenty },
          { account: house(code === 'EUR' ? 'bank' : 'chain', code), units: -plenty },
        ],
      });
    }
  }
  const moves = fc.sample(move, { numRuns: 300, seed: 14 });
  for (const one of moves) await act(people[one.who]?.id ?? '', one);
  for (let round = 0; round < 3; round += 1) await valueEntries(kopa.deps);

  const made = await message();
  expect(made).toMatchObject({ kind: 'new', reported: numbers.length, unvalued: 0 });
  const xml = made?.xml ?? '';
  expect(misfits(parsed(xml))).toEqual([]);
  const books = await fromLedger(tins);
  expect(Object.keys(books).length).toBeGreaterThan(80);
  expect(saidIn(xml)).toEqual(books);
  for (const type of ['CARF505', 'CARF509', 'CARF601', 'CARF606']) expect(xml).toContain(type);
  expect(xml).not.toContain('currCode="AUD"');
  // All kinds of journals that can be relevant were among them.
  expect(new Set(moves.map(({ kind }) => kind)).size).toBe(9);
});

test('KEEP-14 a file that does not add up to the ledger is not made', async () => {
  const who = await certified('38703181745');
  await act(who.id, {
    ...fc.sample(move, { numRuns: 1, seed: 1 })[0],
    kind: 'deposit',
    before: false,
  } as Move);
  // Somebody wrote past the server: a line of another customer’s journal is theirs.
  const other = await certified('33309240064');
  await act(other.id, {
    ...fc.sample(move, { numRuns: 1, seed: 2 })[0],
    kind: 'cash',
    before: false,
  } as Move);
  const { db } = kopa.deps;
  await sql`insert into accounts (id, owner, kind, currency, balance)
    values (${`${who.id}/available/BTC`}, ${who.id}, 'available', 'BTC', 0)`.execute(db);
  await pastGuards(db, () =>
    sql`update postings set account_id = ${`${who.id}/available/BTC`}, currency = 'BTC'
      where account_id = 'house/bank/EUR'`.execute(db),
  );
  await expect(message()).rejects.toThrow('The file says that BTC changed by');
  expect(await db.selectFrom('carf_messages').selectAll().execute()).toEqual([]);
});

async function mover(number: string, options: PersonOptions = {}): Promise<Member> {
  const who = await certified(number, options);
  await post({
    ...{ class: 'payment', kind: 'deposit', userId: who.id },
    postings: [
      { account: customer(who.id, 'available', 'BTC'), units: 100_000n },
      { account: house('chain', 'BTC'), units: -100_000n },
    ],
  });
  await valueEntries(kopa.deps);
  return who;
}

const usersIn = (xml: string | undefined) => within(parsed(xml ?? ''), 'CARFBody', 'CryptoUsers');
const specsIn = (xml: string | undefined) =>
  usersIn(xml).map((user) => [
    textIn(user, 'DocSpec', 'DocTypeIndic'),
    textIn(user, 'DocSpec', 'DocRefId'),
    textIn(user, 'DocSpec', 'CorrDocRefId'),
  ]);

test('KEEP-14 who is in it, and as whom: name, birth, certified address, residences and numbers, with test data marked', async () => {
  const who = await mover('38703181745');
  await kopa.db
    .updateTable('users')
    .set({ first_name: 'Jonė & Ana', last_name: '<Čė>' })
    .where('id', '=', who.id)
    .execute();
  const made = await message();
  const [user] = usersIn(made?.xml);
  const individual = within(user, 'UserID', 'Individual')[0];
  expect(textIn(individual, 'Name', 'FirstName')).toBe('Jonė &amp; Ana');
  expect(textIn(individual, 'Name', 'LastName')).toBe('&lt;Čė&gt;');
  expect(textIn(individual, 'TIN')).toBe('38703181745');
  expect(within(individual, 'TIN')[0]?.attributes).toBe(' issuedBy="LT"');
  expect(textIn(individual, 'BirthInfo', 'BirthDate')).toBe('1990-01-01');
  expect(textIn(individual, 'Address', 'AddressFix', 'City')).toBe('Vilnius');
  const year = thisYear();
  expect(made?.reference).toBe(`LT${year}LT-306000000-1`);
  expect(textIn(parsed(made?.xml ?? ''), 'MessageSpec', 'ReportingPeriod')).toBe(`${year}-12-31`);
  expect(specsIn(made?.xml)).toEqual([['OECD11', `${made?.reference}-1`, '']]);
  expect(misfits(parsed(made?.xml ?? ''))).toEqual([]);
  const { rows } = await sql<{ detail: string }>`select detail from audit_log
    where action = 'made tax report'`.execute(kopa.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.detail).not.toContain('38703181745');
  expect((await verifyAudit(kopa.db)).wrong).toEqual([]);
  expect(kopa.log.join('')).not.toContain('38703181745');
});

test('KEEP-14 the same data give the same file, byte for byte, but for its time and number', async () => {
  for (const number of numbers) await mover(number);
  const texts: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    await expect(
      makeMessage(
        kopa.deps,
        { kind: 'new', country: 'LT', year: thisYear(), actor: 'test' },
        async (text) => {
          texts[round] = (texts[round] ?? '') + text;
          if (text.includes('</carf:CARF_OECD>')) throw new Error('the disk is full');
        },
      ),
    ).rejects.toThrow('the disk is full');
  }
  const [first = '', second = ''] = texts.map((text) => text.replace(/<carf:Timestamp>[^<]+/, ''));
  expect(first.length).toBeGreaterThan(2_000);
  expect(second).toBe(first);
  expect(await kopa.db.selectFrom('carf_records').selectAll().execute()).toEqual([]);
});

/** What a file says of each kind of transfer, as its elements and their types. */
const transfersIn = (xml: string | undefined) =>
  within(usersIn(xml)[0], 'RelevantTransactions')
    .flatMap(({ children }) => children)
    .filter(({ name }) => name.includes('Transfer'))
    .map((line) => `${plain(line.name)} ${textIn(line, 'TransferType')}`.trim());

test('HARD-59 a transfer older than the Travel Rule data has the holder that the customer stated for its address since', async () => {
  const { db, clock } = kopa.deps;
  const who = await certified('38703181745');
  const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const one = { ...fc.sample(move, { numRuns: 1, seed: 3 })[0], before: false } as Move;
  const eth = { ...one, gave: 'ETH', got: 'ETH', provider: undefined } as const;
  await act(who.id, { ...eth, kind: 'deposit', more: 10n ** 12n });
  const came = `m${serial}`;
  await act(who.id, { ...eth, kind: 'withdraw' });
  const went = `m${serial}`;
  await valueEntries(kopa.deps);
  await pastGuards(db, () => sql`update journals set network = 'Ethereum'`.execute(db));
  await sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents, address, tag, status, created_at)
    values (${went}, ${who.id}, 'eth-ethereum', 'ETH', 1, 0, 0, ${address}, '', 'completed', now())`.execute(
    db,
  );
  await sql`insert into deposits (id, user_id, currency, network, address, tag, units, transaction_hash, confirmations, confirmations_needed, state, seen_at, ask_at, senders)
    values (${came}, ${who.id}, 'ETH', 'Ethereum', '0x1', '', 1, '0x2', 1, 1, 'credited', now(), now(), ${address})`.execute(
    db,
  );
  const first = await message();
  expect(transfersIn(first?.xml)).toEqual([
    ...['CryptoTransferIn CARF509', 'CryptoTransferOut CARF606', 'TransferWallet'],
  ]);
  await inTransaction(db, (tx) =>
    keepCounterparty(
      tx,
      clock,
      who.id,
      { network: 'Ethereum', address: address.toLowerCase(), tag: '' },
      { owner: 'customer', name: '', country: '', provider: 'Example Exchange' },
    ),
  );
  const corrected = await message('correction');
  expect(transfersIn(corrected?.xml)).toEqual([
    ...['CryptoTransferIn CARF505', 'CryptoTransferOut CARF601'],
  ]);
});

/** What a gateway's scan finds in a file, in the raw text or in what it means. */
const refusedIn = (xml: string): readonly string[] => {
  const meant = xml
    .replace(/&quot;/g, '"')
    .replace(/&[lg]t;/g, '·')
    .replace(/&amp;/g, '&');
  return ['--', '/*', '&#'].filter((text) => xml.includes(text) || meant.includes(text));
};

test('HARD-59 what a gateway refuses the file for is mended before it stands in it, and the operator is told where', async () => {
  const { db } = kopa.deps;
  await mover('33309240064');
  const who = await mover('38703181745');
  await who.must(certifyTaxResidence, {
    ...{ address: 'Unit 5 -- 12 /* Harbour */ &#35;', city: 'Vilnius', state: '---' },
    ...{ postal: '1--2', country: 'LT' },
    residences: [{ country: 'LT', number: '38703181745' }],
  });
  const made = await message();
  const xml = made?.xml ?? '';
  expect(refusedIn(xml)).toEqual([]);
  expect(xml).toContain('<carf:Street>Unit 5 - 12 / Harbour */ &amp; #35;</carf:Street>');
  expect(xml).toContain('<carf:PostCode>1-2</carf:PostCode>');
  const record = await db
    .selectFrom('carf_records')
    .select('reference')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(made?.mended, 'this record and no other').toEqual([record.reference]);
  const told = made && madeLines(made).join('\n');
  expect(told).toContain(`in: ${record.reference}.`);
  expect(told).not.toContain('Harbour');
  expect(kopa.log.join('')).not.toContain('Harbour');

  const parts = fc.array(
    fc.constantFrom(...['-', '/', '*', '&', '#', '\u0000', ' ', 'a', '<', '"', '\ud800']),
    { maxLength: 30 },
  );
  const person = (address: string) => {
    const home = { address, city: address, state: address, postal: address, country: 'LT' };
    const residences = [{ country: 'LT', number: address }];
    return { firstName: address, lastName: address, born: '1990-01-01', home, residences };
  };
  fc.assert(
    fc.property(parts, (some) => {
      const text = some.join('');
      const written = personText(person(text), [], 'EUR');
      expect(refusedIn(written)).toEqual([]);
      const isRefused = ['--', '/*', '&#'].some((part) =>
        text.replaceAll('\u0000', '').includes(part),
      );
      expect(isPersonMended(person(text))).toBe(isRefused);
    }),
    { numRuns: 500 },
  );
});

test('KEEP-14 a later message has who is new, and another one corrects what has changed, by its reference', async () => {
  const who = await mover('38703181745');
  const first = await message();
  expect(await message(), 'nothing is said twice').toBeUndefined();
  expect(await message('correction')).toBeUndefined();

  await mover('33309240064');
  const second = await message();
  expect(specsIn(second?.xml)).toEqual([['OECD11', `${second?.reference}-1`, '']]);
  const rcasp = within(parsed(second?.xml ?? ''), 'CARFBody', 'RCASP')[0];
  expect(textIn(rcasp, 'DocSpec', 'DocTypeIndic')).toBe('OECD10');

  const home = {
    address: 'Pilies g. 2',
    city: 'Vilnius',
    state: '',
    postal: '01123',
    country: 'LT',
  };
  const again = { ...home, residences: [{ country: 'LT', number: '38703181745' }] };
  await who.must(certifyTaxResidence, again);
  const third = await message('correction');
  expect(specsIn(third?.xml)).toEqual([
    ['OECD12', `${third?.reference}-1`, `${first?.reference}-1`],
  ]);
  expect(textIn(parsed(third?.xml ?? ''), 'MessageSpec', 'MessageTypeIndic')).toBe('CARF702');
  expect(third?.reference).toMatch(/-3$/);

  // They turn out to pay tax where nobody is told of it: what was said is taken back.
  const elsewhere = { ...home, residences: [{ country: 'KP', number: 'A1234' }] };
  await who.must(certifyTaxResidence, elsewhere);
  const fourth = await message('correction');
  expect(specsIn(fourth?.xml)).toEqual([
    ['OECD13', `${fourth?.reference}-1`, `${third?.reference}-1`],
  ]);
  expect(fourth?.elsewhere).toBe(1);
  expect(await message('correction')).toBeUndefined();
});

test('KEEP-14 each company reports its own customers; who has not certified is counted, and nobody is said once', async () => {
  const australian = await mover('38703181745', { market: 'AUD' });
  const silent = await kopa.person({
    ...{ certified: false, market: 'EUR', balances: { BTC: '1' } },
  });
  const none = await message();
  expect(none).toMatchObject({ kind: 'none', reported: 0, uncertified: 1 });
  expect(textIn(parsed(none?.xml ?? ''), 'MessageSpec', 'MessageTypeIndic')).toBe('CARF703');
  expect(misfits(parsed(none?.xml ?? ''))).toEqual([]);
  expect(await message()).toBeUndefined();
  const theirs = await message('new', 'AU');
  expect(theirs).toMatchObject({ kind: 'new', reported: 1 });
  expect(theirs?.xml).toContain('currCode="AUD"');
  expect([australian.id, silent.id].some((id) => theirs?.xml.includes(id))).toBe(false);
  expect(await message('new', 'LT', thisYear() - 5)).toMatchObject({ kind: 'none' });
});

test('KEEP-14 KEEP-05 who closed the account is reported from the archive, and that it was read is on record', async () => {
  const who = await mover('38703181745');
  await post({
    ...{ class: 'manual', kind: 'manual', userId: who.id },
    postings: [
      { account: customer(who.id, 'available', 'BTC'), units: -100_000n },
      { account: house('manual', 'BTC'), units: 100_000n },
    ],
  });
  await valueEntries(kopa.deps);
  await inTransaction(kopa.db, (tx) => eraseAccount(kopa.deps, tx, who.id));
  const made = await message();
  expect(made).toMatchObject({ reported: 1, uncertified: 0 });
  const individual = within(usersIn(made?.xml)[0], 'UserID', 'Individual')[0];
  expect(textIn(individual, 'TIN')).toBe('38703181745');
  expect(textIn(individual, 'Name', 'LastName')).toBe('Person');
  const acts = await kopa.db.selectFrom('archive_acts').selectAll().execute();
  expect(acts).toMatchObject([
    {
      ...{ former_id: who.id, act: 'read', officer: 'operator test' },
      reason: `Report to the tax office of LT for ${thisYear()}`,
    },
  ]);
});

test('KEEP-14 what nobody valued in time counts at the last price before, and says so; without one it is counted', async () => {
  const who = await certified('38703181745');
  const deposit = (code: Code, units: bigint) =>
    post({
      ...{ class: 'payment', kind: 'deposit', userId: who.id },
      postings: [
        { account: customer(who.id, 'available', code), units },
        { account: house('chain', code), units: -units },
      ],
    });
  await deposit('BTC', 100_000_000n);
  await valueEntries(kopa.deps);
  kopa.clock.advance(60_000);
  await deposit('BTC', 100_000_000n);
  await deposit('SOL', 5n);
  const made = await message();
  expect(made).toMatchObject({ reported: 1, unvalued: 1 });
  const lines = within(usersIn(made?.xml)[0], 'RelevantTransactions', 'CryptoTransferIn');
  expect(lines.map((line) => textIn(line, 'AltValuation'))).toEqual(['', 'CARF1003', 'CARF1003']);
  expect(textIn(lines[0], 'Amount')).toBe(textIn(lines[1], 'Amount'));
  expect(textIn(lines[2], 'Amount')).toBe('0.00');
  expect(keptOf('SOL').scale).toBeGreaterThan(2);
  expect(journalKinds.length).toBe(18);
});
