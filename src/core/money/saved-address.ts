import { addressProblem, checkAddress } from '#core/networks/address/check-address.ts';
import { isDestinationTag } from '#core/networks/address/xrp.ts';
import { isTagged } from '#core/networks/networks.ts';
import { isBlank } from '#core/text/one-line.ts';
import { parseAccountNumber, parseBsb, parseIban } from './account-number.ts';

/** What is wrong with an address book form, by field (D19). Page and server use the same rules. */
export type Problems<F> = { readonly [K in keyof F]?: string };

export interface CryptoForm {
  readonly label: string;
  readonly currency_id: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

export interface FiatForm {
  readonly label: string;
  readonly holder: string;
  readonly currency_id: string;
  readonly iban: string;
  readonly bsb: string;
  readonly account_number: string;
}

const LABEL_MAX = 40;

export function checkLabel(label: string): string | undefined {
  if (isBlank(label)) return 'Label is required';
  return label.trim().length > LABEL_MAX ? `At most ${LABEL_MAX} characters` : undefined;
}

/** The problems without the fields that are fine. */
function problems<F>(found: { readonly [K in keyof F]?: string | undefined }): Problems<F> {
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text)) as Problems<F>;
}

function checkTag({ network, address, tag }: CryptoForm): string | undefined {
  if (tag === '') return undefined;
  if (!isTagged(network)) return 'Only XRP addresses have a tag';
  const checked = checkAddress(network, address);
  // The address contains a tag, which a second one could contradict.
  if (checked.kind === 'valid' && checked.ownTag) return 'This address already includes its tag';
  return isDestinationTag(tag) ? undefined : 'A tag is a number up to 4294967295';
}

function checkAddressText({ currency_id, network, address }: CryptoForm): string | undefined {
  if (address.trim() === '') return 'Address is required';
  // Without a network it is not known which rules apply.
  if (network === '') return undefined;
  const problem = addressProblem(currency_id, network, address);
  return problem && [problem.message, problem.hint].filter(Boolean).join('. ');
}

export const checkCryptoForm = (form: CryptoForm): Problems<CryptoForm> =>
  problems<CryptoForm>({
    label: checkLabel(form.label),
    currency_id: form.currency_id === '' ? 'Currency is required' : undefined,
    network: form.network === '' ? 'Network is required' : undefined,
    address: checkAddressText(form),
    tag: checkTag({ ...form, tag: form.tag.trim() }),
  });

function checkHolder(holder: string): string | undefined {
  return isBlank(holder) ? 'Account holder is required' : undefined;
}

export function checkFiatForm(form: FiatForm): Problems<FiatForm> {
  const base = { label: checkLabel(form.label), holder: checkHolder(form.holder) };
  switch (form.currency_id) {
    case 'EUR':
      return problems<FiatForm>({
        ...base,
        iban: parseIban(form.iban) ? undefined : 'This is not a valid IBAN',
      });
    case 'AUD':
      return problems<FiatForm>({
        ...base,
        bsb: parseBsb(form.bsb) ? undefined : 'A BSB has 6 digits',
        account_number: parseAccountNumber(form.account_number)
          ? undefined
          : 'An account number has 5 to 9 digits',
      });
    default:
      return problems<FiatForm>({ ...base, currency_id: 'Currency is required' });
  }
}
