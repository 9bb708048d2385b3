interface Payee {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string;
}

const MOST_NAME = 70;

/**
 * The text of a QR code that banks' apps fill a SEPA transfer in from (EPC069-12, version 2): the payee, and
 * no amount, which is the payer's to say.
 */
export const epcCode = ({ holder, iban, bic }: Payee): string =>
  ['BCD', '002', '1', 'SCT', bic, holder.slice(0, MOST_NAME), iban].join('\n');
