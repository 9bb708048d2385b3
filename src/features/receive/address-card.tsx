import { useId } from 'react';
import { Link } from 'wouter';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import type { Asset } from '#core/money/currencies.ts';
import { Button } from '#ui/actions/button.tsx';
import { useCopied } from '#ui/actions/use-copied.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { QrCode } from '#ui/marks/qr-code.tsx';
import { CopyField } from './copy-field.tsx';
import { copy, share } from './hand-over.ts';
import css from './receive.module.css';
import type { Address, ReceiveState } from './receive-state.ts';

interface Props {
  readonly asset: Asset;
  readonly route: PaymentRoute;
  readonly status: ReceiveState['addressStatus'];
  readonly limited: string | undefined;
  readonly address: Address | undefined;
  readonly onRetry: () => void;
}

const QR_SIZE = 170;

/** The usual length of an address on a network. */
const usualLength = ({ needs_tag }: PaymentRoute): number => (needs_tag ? 34 : 42);
const TAG_LENGTH = 9;

const textOf = ({ address, tag }: Address): string =>
  tag ? `${address}\nDestination tag: ${tag}` : address;

const titleOf = (asset: Asset): string => `Your ${asset.name} Address`;

const codeOf = (asset: Asset, { address }: Address): string =>
  `${asset.code.toLowerCase()}:${address}`;

function sharedOf(asset: Asset, { crypto_network_name: network }: PaymentRoute, address: Address) {
  const make = async (): Promise<Blob | undefined> => {
    const { addressPicture } = await import('./address-picture.ts');
    return addressPicture({ code: codeOf(asset, address), asset: asset.code, network, address });
  };
  return {
    title: `${titleOf(asset)}, ${network}`,
    text: textOf(address),
    file: { name: `${asset.code}_address.png`, type: 'image/png', make },
  } as const;
}

/** Shown instead of the address until there is one. */
function Without({ status, limited, onRetry }: Pick<Props, 'status' | 'limited' | 'onRetry'>) {
  if (status === 'missing') {
    return (
      <p className="reason">
        <PageIcon name="offline" size="s" />A new address needs a connection.
      </p>
    );
  }
  if (status !== 'failed') {
    return (
      <p className="vh" role="status">
        Loading your address
      </p>
    );
  }
  if (limited !== undefined) {
    return (
      <div className={`banner banner--warn ${css.limited}`} role="alert">
        <PageIcon name="alert" />
        <div className="grow">
          <p>{limited}</p>
          <Link className="textbtn" href="/profile/verification">
            Update your data
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div className="banner banner--error" role="alert">
      <PageIcon name="alert" />
      <p className="grow">Failed to generate wallet address</p>
      <button className="textbtn" type="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}

/**
 * The address as a field and as a QR code. A tag is shown beside the code with the same weight
 * (BEY-05).
 */
export function AddressCard({ asset, route, status, limited, address, onRetry }: Props) {
  const heading = useId();
  const [copied, confirm] = useCopied();
  const press = async (): Promise<void> => {
    if (await copy(address?.address, 'Address')) confirm();
  };
  const title = titleOf(asset);
  const tag = address?.tag;
  const loading = status === 'loading';
  // Space is reserved while the address loads, so that nothing moves under the customer's thumb.
  const tagged = tag !== undefined || (loading && route.needs_tag);
  const sandbox = address ? address.sandbox : loading && route.sandbox;
  return (
    <section className={`card pad stack ${css.main}`} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <div className={tagged ? css.both : undefined}>
        <div className={css.qr}>
          {address ? (
            <QrCode
              data={codeOf(asset, address)}
              label={`QR code of your ${asset.name} address`}
              size={QR_SIZE}
            />
          ) : (
            <span className={loading ? 'skel' : ''} style={{ width: QR_SIZE, height: QR_SIZE }} />
          )}
        </div>
        {tagged && (
          <div className={css.tag} data-testid="tag">
            <p className="small muted">Destination tag</p>
            <p className={`num ${css.number}`} translate="no">
              {tag ?? '–'}
            </p>
            <p className="small">
              <b>Both are needed.</b> Without the tag, we can’t tell that the deposit is yours.
            </p>
          </div>
        )}
      </div>
      {sandbox && (
        <p className={`small ${css.sandbox}`}>
          <b>Sandbox address.</b> Nobody holds its key: real money sent to it is lost.
        </p>
      )}
      {!address && <Without status={status} limited={limited} onRetry={onRetry} />}
      <CopyField
        label={title}
        hiddenLabel
        value={address?.address ?? ''}
        pending={loading ? usualLength(route) : undefined}
        copy={
          tagged
            ? { label: 'Copy address', run: () => copy(address?.address, 'Address') }
            : undefined
        }
      />
      {tagged && (
        <CopyField
          label="Destination tag"
          value={tag ?? ''}
          pending={loading ? TAG_LENGTH : undefined}
          copy={{ label: 'Copy tag', run: () => copy(tag, 'Tag') }}
        />
      )}
      <div className={tagged ? css.one : css.two}>
        {!tagged && (
          <Button variant="primary" onClick={() => void press()}>
            <PageIcon name={copied ? 'check' : 'copy'} size="s" />
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          </Button>
        )}
        <Button onClick={() => void share(address && sharedOf(asset, route, address))}>
          <PageIcon name="share" size="s" />
          Share
        </Button>
      </div>
    </section>
  );
}
