import { useState } from 'react';
import { receivedDerivation } from '#core/derivation/conversion.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { Change } from '#ui/chart/change.tsx';
import { Explained } from '#ui/feedback/explained.tsx';
import { AmountInput } from '#ui/forms/amount-field.tsx';
import { AddressText } from '#ui/marks/address-text.tsx';
import { AssetName } from '#ui/marks/asset-name.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { IdLine } from '#ui/marks/id-line.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import { QrCode } from '#ui/marks/qr-code.tsx';
import { Sample } from './sample.tsx';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const typed = ['0.00000001', '0.1845221', '1234567890.12345678'];
const quoted = {
  ...{ source: 'BTC', sourceAmount: '0.01', sourcePrice: '85522.27' },
  ...{ target: 'USDT', targetPrice: '1.000321', targetScale: 6, spreadBps: 25 },
};
const held = ['0.00000001', '0.1845221', '29000.123456'];

function Amount({ start, wrong }: { readonly start: string; readonly wrong?: boolean }) {
  const [amount, setAmount] = useState(start);
  return (
    <div className="amount">
      <div className="label muted num">I have {formatCrypto('0.1845221', 'BTC')}</div>
      <div className="amount__row">
        <AmountInput
          id={`amount-${start}`}
          value={amount}
          disabled={false}
          invalid={wrong ?? false}
          describedBy={undefined}
          onText={(text) => {
            setAmount(text);
            return text;
          }}
        />
        <span>BTC</span>
      </div>
      <div className="amount__foot num">
        <span>{formatFiat('20980.4', 'AUD')}</span>
        <span>Minimum {formatCrypto('0.0002', 'BTC')}</span>
      </div>
      {wrong && (
        <p className="error" role="alert">
          This is more than you have.
        </p>
      )}
    </div>
  );
}

export const Samples = () => (
  <>
    <Sample title="Amount field" full>
      {typed.map((amount) => (
        <Amount key={amount} start={amount} />
      ))}
      <Amount start="2" wrong />
    </Sample>
    <Sample title="Rows" full>
      <ul className="card rows">
        {held.map((amount) => (
          <li key={amount} className="row">
            <Coin code="BTC" size={40} />
            <AssetName code="BTC" name="Bitcoin" />
            <span className="row__end num">
              <b>{formatCrypto(amount, 'BTC')}</b>
              <small className="muted">
                {formatFiat(amount, 'EUR')} <Change percent="-1.25" />
              </small>
            </span>
          </li>
        ))}
        <li className="row">
          <Avatar email="anna@kopa.test" />
          <AssetName code="EUR" name="EUR" />
          <span className="row__end num">
            <Mask of="Balance" /> <Change percent="0" />
          </span>
        </li>
      </ul>
    </Sample>
    <Sample title="A number that explains itself" full>
      <dl className="kv num">
        <div className="total">
          <dt>You get</dt>
          <dd>
            <Explained of={() => receivedDerivation(quoted)} name="You get">
              852.81089 USDT
            </Explained>
          </dd>
        </div>
      </dl>
    </Sample>
    <Sample title="Address" full>
      <AddressText address={ADDRESS} />
      <QrCode data={ADDRESS} label="QR code of an address" size={160} />
      <dl className="kv">
        <IdLine label="Transaction ID" id="4f1a7c0e9b2d4f1a7c0e9b2d4f1a7c0e" />
      </dl>
    </Sample>
  </>
);
