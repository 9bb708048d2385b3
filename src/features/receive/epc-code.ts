interface Payee {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string;
}

const MOST_NAME = 70;

/**
 * The text of a QR code from which banking apps fill in a SEPA transfer (EPC069-12, version 2): the payee
 * without an amount, because the payer decides it.
 */
export const epcCode = ({ holder, iban, bic }: Payee): string =>
  ['BCD', '002', '1', 'SCT', bic, holder.slice(0, MOST_NAME), iban].join('\n');
