import type { Snapshot } from 'valtio/vanilla';
import type { BankDetails } from '#core/contract/money/bank.ts';
import { bsbText, ibanText } from '#core/money/account-number.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import css from './receive.module.css';

/** The lines of the account details: label, text to read, text to copy. */
const linesOf = (account: Snapshot<BankDetails>): readonly (readonly [string, string, string])[] =>
  [
    ['Recipient', account.holder, account.holder],
    ['IBAN', ibanText(account.iban), account.iban],
    ['BIC', account.bic, account.bic],
    ['BSB', account.bsb && bsbText(account.bsb), account.bsb],
    ['Account number', account.account_number, account.account_number],
    ['PayID', account.pay_id, account.pay_id],
    ['Bank', account.bank, account.bank],
  ].flatMap(([name = '', shown = '', copied = '']) =>
    shown ? [[name, shown, copied] as const] : [],
  );

/** Where a transfer goes, with each part to copy. */
export const BankLines = ({ account }: { readonly account: Snapshot<BankDetails> }) => (
  <dl className={css.lines}>
    {linesOf(account).map(([name, shown, copied]) => (
      <div key={name}>
        <dt className="small muted">{name}</dt>
        <dd className="num" translate="no">
          {shown}
        </dd>
        <dd>
          <CopyButton text={copied} what={name} compact>
            {`Copy ${name}`}
          </CopyButton>
        </dd>
      </div>
    ))}
  </dl>
);
