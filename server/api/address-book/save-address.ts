import type { saveAddress as endpoint } from '#core/contract/address-book.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { cleanAddress } from '#core/domain/address/clean-address.ts';
import { parseAccountNumber, parseBsb, parseIban } from '#core/domain/bank-account.ts';
import { checkCryptoForm, checkFiatForm, checkLabel } from '#core/domain/saved-address.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { addAddress, renameAddress } from '#server/services/address-book.ts';
import { limit } from '#server/services/rate-limit.ts';

type Request = ParsedRequestOf<typeof endpoint>;
type Of<K extends Request['kind']> = Extract<Request, { kind: K }>;

const invalid = (problems: object): Refused | undefined => {
  const texts = Object.values(problems) as string[];
  const [first] = texts;
  return first === undefined ? undefined : refuse('INVALID_INPUT', first, { errors: texts });
};

async function saveCrypto(deps: Deps, userId: string, request: Of<'crypto'>) {
  const { label, currency_id, network, address, tag } = request;
  const wrong = invalid(checkCryptoForm(request));
  if (wrong) return wrong;
  const route = await deps.db
    .selectFrom('payment_routes')
    .select('id')
    .where('currency', '=', currency_id)
    .where('network', '=', network)
    .executeTakeFirst();
  if (!route) return refuse('INVALID_INPUT', `${currency_id} does not use this network.`);
  return addAddress(deps, userId, {
    kind: 'crypto',
    label,
    currency: currency_id,
    network,
    address: cleanAddress(address),
    // The same number written in two ways is the same tag.
    tag: tag && String(Number(tag)),
  });
}

function saveFiat(deps: Deps, userId: string, request: Of<'fiat'>) {
  const wrong = invalid(checkFiatForm(request));
  if (wrong) return wrong;
  const { label, holder, currency_id, iban, bsb, account_number } = request;
  const isIban = currency_id === 'EUR';
  return addAddress(deps, userId, {
    kind: 'fiat',
    label,
    holder,
    currency: currency_id,
    iban: (isIban && parseIban(iban)) || '',
    bsb: (!isIban && parseBsb(bsb)) || '',
    account_number: (!isIban && parseAccountNumber(account_number)) || '',
  });
}

async function rename(deps: Deps, userId: string, request: Of<'rename'>) {
  const problem = checkLabel(request.label);
  return problem ? refuse('INVALID_INPUT', problem) : renameAddress(deps, userId, request);
}

function save(deps: Deps, userId: string, request: Request) {
  switch (request.kind) {
    case 'crypto':
      return saveCrypto(deps, userId, request);
    case 'fiat':
      return saveFiat(deps, userId, request);
    case 'rename':
      return rename(deps, userId, request);
  }
}

export const saveAddress: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  // Every change sends a mail.
  const limited = await limit(deps, {
    key: `address-book:${userId}`,
    attempts: 60,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const saved = await save(deps, userId, request);
  if (isRefused(saved)) return saved;
  return { status: 'success', data: { address_id: saved.id } };
};
