import { formatUnits } from './decimal.ts';

/** What a scanned code or a pasted payment link asks for (D22). */
export interface PaymentRequest {
  readonly address: string;
  /** In whole units; empty where none is asked for. */
  readonly amount: string;
  /** XRP destination tag. */
  readonly tag: string;
}

const PLAIN = /^\d{1,18}(?:\.\d{1,18})?$/;
const WEI_DECIMALS = 18;

/** EIP-681 writes wei, perhaps as 2.014e18. */
function etherOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,40})(?:\.(\d{1,40}))?(?:e(\d{1,2}))?$/i.exec(text) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (whole === '' || zeros < 0) return '';
  return formatUnits(BigInt(whole + fraction + '0'.repeat(zeros)), WEI_DECIMALS);
}

/**
 * Reads an address, or a link such as `bitcoin:`, `ethereum:`, `solana:`, `xrpl:` with what it asks
 * for. Whose address it is, is not decided here: that is `checkAddress`.
 */
export function readPaymentUri(text: string): PaymentRequest {
  const [, scheme = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):(?:\/\/)?(.*)$/is.exec(text.trim()) ?? [];
  if (scheme === '') return { address: text.trim(), amount: '', tag: '' };
  const [target = '', query = ''] = rest.split('?');
  const asked = new Map(
    query.split('&').map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.toLowerCase(), value];
    }),
  );
  // EIP-681: “pay-” in front, the chain behind an @, a token transfer names the recipient itself.
  const [account = ''] = target.replace(/^pay-/, '').split(/[@/]/);
  const transfer = /\/transfer$/i.test(target);
  const amount = asked.get('amount') ?? '';
  const wei = transfer ? '' : etherOf(asked.get('value') ?? '');
  return {
    address: (transfer && asked.get('address')) || account,
    amount: PLAIN.test(amount) ? amount : wei,
    tag: asked.get('dt') ?? asked.get('tag') ?? '',
  };
}
