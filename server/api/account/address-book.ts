import type { saveAddress } from '#core/contract/account/address-book.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { parseAccountNumber, parseBsb, parseIban } from '#core/money/account-number.ts';
import { checkCryptoForm, checkFiatForm, checkLabel } from '#core/money/saved-address.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { type Handlers, type SignedIn, signedIn } from '#server/api/handling/handler.ts';
import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { usesNetwork } from '#server/services/exchange/offers/payment-routes.ts';
import {
  addAddress,
  readAddressBook,
  removeAddress,
  renameAddress,
} from '#server/services/money-out/withdrawals/address-book.ts';
import { plainTag } from '#server/services/money-out/withdrawals/withdrawal-checks.ts';

type Request = ParsedRequestOf<typeof saveAddress>;
type Of<K extends Request['kind']> = Extract<Request, { kind: K }>;

const invalid = (problems: object): Refused | undefined => {
  const texts = Object.values(problems) as string[];
  const [first] = texts;
  return first === undefined ? undefined : refuse('INVALID_INPUT', first, { errors: texts });
};

async function saveCrypto(deps: Deps, owner: SignedIn, request: Of<'crypto'>) {
  const { label, currency_id, network, address, tag } = request;
  const wrong = invalid(checkCryptoForm(request));
  if (wrong) return wrong;
  if (!(await usesNetwork(deps.db, currency_id, network)))
    return refuse('INVALID_INPUT', `${currency_id} does not use this network.`);
  return addAddress(deps, owner, {
    kind: 'crypto',
    label,
    currency: currency_id,
    network,
    address: cleanAddress(address),
    tag: plainTag(tag),
  });
}

function saveFiat(deps: Deps, owner: SignedIn, request: Of<'fiat'>) {
  const wrong = invalid(checkFiatForm(request));
  if (wrong) return wrong;
  const { label, holder, currency_id, iban, bsb, account_number } = request;
  const isIban = currency_id === 'EUR';
  return addAddress(deps, owner, {
    kind: 'fiat',
    label,
    holder,
    currency: currency_id,
    iban: (isIban && parseIban(iban)) || '',
    bsb: (!isIban && parseBsb(bsb)) || '',
    account_number: (!isIban && parseAccountNumber(account_number)) || '',
  });
}

async function rename(deps: Deps, owner: SignedIn, request: Of<'rename'>) {
  const problem = checkLabel(request.label);
  return problem ? refuse('INVALID_INPUT', problem) : renameAddress(deps, owner, request);
}

function save(deps: Deps, owner: SignedIn, request: Request) {
  switch (request.kind) {
    case 'crypto':
      return saveCrypto(deps, owner, request);
    case 'fiat':
      return saveFiat(deps, owner, request);
    case 'rename':
      return rename(deps, owner, request);
  }
}

export const addressBookHandlers = {
  deleteAddress: async (call, { address_id }) => {
    const { deps } = call;
    const removed = await removeAddress(deps, signedIn(call), address_id);
    if (isRefused(removed)) return removed;
    return { status: 'success' };
  },

  listAddresses: async (call) => ({
    status: 'success',
    data: await readAddressBook(call.deps, signedIn(call).userId),
  }),

  saveAddress: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    // Limited because every change sends a mail.
    const saved = await save(deps, owner, request);
    if (isRefused(saved)) return saved;
    return { status: 'success', data: { address_id: saved.id } };
  },
} satisfies Partial<Handlers>;
