import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Snapshot } from 'valtio/vanilla';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { assetEntry, assetLink } from '#core/carried/asset-link.ts';
import { openedPayment } from '#core/carried/way-out.ts';
import { type Asset, findAsset } from '#core/money/currencies.ts';
import { formatDecimal } from '#core/money/format.ts';
import type { SharedPayment } from '#core/networks/shared-payment.ts';
import { sharePath } from '#core/routes.ts';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { AddressText } from '#ui/marks/address-text.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { forgetOpened, loadRoutes, type Opened, open, payLink } from './pay-link-state.ts';

type Payment = Snapshot<Extract<SharedPayment, { kind: 'payment' }>>;

/** The assets that can be sent to the address: the link's asset, or all assets of the address's networks. */
function assetsFor({ request, networks }: Payment): readonly Asset[] {
  const codes = new Set(
    payLink.routes
      ?.filter(({ crypto_network_name: name }) => networks.some((network) => network === name))
      .map(({ currency_id }) => currency_id)
      .filter((code) => request.asset === undefined || code === request.asset),
  );
  return [...codes].map(findAsset).filter((asset) => asset !== undefined);
}

const whys: Readonly<Record<Exclude<Opened['kind'], 'reading' | 'payment'>, string>> = {
  nothing: 'There is no payment link and no address in it.',
  several: 'There is more than one recipient in it, and nobody can say which one is meant.',
  foreign:
    'It asks for something that can’t be done here, or its address is not one that money could be sent to.',
  picture: 'No QR code was found in the picture.',
  large: 'The picture is larger than 10 MB or 64 megapixels. Share only the part with the code.',
  lost: 'Nothing arrived, or it was opened already. Share it again.',
};

/** Whose it is, if a website posted it as though an app had shared it (HARD-68). */
const Sender = ({ site }: { readonly site: string }) => (
  <div className="banner banner--warn">
    <Icon name="info" />
    <p className="grow">
      {site === '' ? (
        'A website that hides its name'
      ) : (
        <>
          The website <strong translate="no">{site}</strong>
        </>
      )}{' '}
      sent this. No app on your device shared it.
    </p>
  </div>
);

interface NothingProps {
  readonly kind: keyof typeof whys;
  readonly site: string | undefined;
}

const Nothing = ({ kind, site }: NothingProps) => (
  <section className="card empty" role="status">
    <h2>This can’t be opened</h2>
    {site !== undefined && <Sender site={site} />}
    <p>{whys[kind]} Nothing of it was used.</p>
    <Link className="btn btn--secondary" href="/wallet">
      Go to your wallet
    </Link>
  </section>
);

function Facts({ payment: { request, networks } }: { readonly payment: Payment }) {
  const { address, amount, asset, tag } = request;
  const [network] = networks;
  return (
    <dl className="kv">
      {asset && (
        <div>
          <dt>Asset</dt>
          <dd>{findAsset(asset)?.name}</dd>
        </div>
      )}
      <div>
        <dt>To</dt>
        <dd>
          <AddressText address={address} />
        </dd>
      </div>
      {networks.length === 1 && (
        <div>
          <dt>Network</dt>
          <dd>{network}</dd>
        </div>
      )}
      {tag && (
        <div>
          <dt>Destination tag</dt>
          <dd>{tag}</dd>
        </div>
      )}
      {amount && asset && (
        <div>
          <dt>Amount</dt>
          <dd>
            {formatDecimal(amount)} {asset}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Payment({ payment }: { readonly payment: Payment }) {
  const { routes, failed, site } = useSnapshot(payLink);
  useEffect(() => void loadRoutes(), []);
  const goOn = ({ code }: Asset): void => {
    const entry = { ...assetEntry(code), ...openedPayment.give(payment.text) };
    const { href, state } = assetLink('/send', entry);
    forgetOpened();
    navigate(href, { state, replace: true });
  };
  const assets = routes ? assetsFor(payment) : [];
  const [only] = assets;
  return (
    <section className="card pad stack" aria-labelledby="asked">
      <h2 id="asked">You are asked to pay</h2>
      {site !== undefined && <Sender site={site} />}
      <p className="muted">
        This came from outside Kopa. Check that you expected it, and from whom. Nothing is sent
        before you have reviewed and confirmed it.
      </p>
      <Facts payment={payment} />
      {failed && (
        <SectionFailed
          failure="What can be sent could not be loaded."
          onAgain={() => void loadRoutes()}
        />
      )}
      {!routes && !failed && <SectionLoading text="Looking what can be sent" height="3rem" />}
      {routes && !only && (
        <p role="status">This can’t be sent from here. Nothing of it was used.</p>
      )}
      {only && assets.length === 1 && (
        <button className="btn btn--primary btn--wide" type="button" onClick={() => goOn(only)}>
          Fill in the withdrawal
        </button>
      )}
      {assets.length > 1 && (
        <fieldset className="stack stack--tight">
          <legend>Which asset do you want to send?</legend>
          {assets.map((asset) => (
            <button
              className="btn btn--secondary btn--wide"
              type="button"
              key={asset.code}
              onClick={() => goOn(asset)}
            >
              <Coin code={asset.code} size={24} /> {asset.name}
            </button>
          ))}
        </fieldset>
      )}
      <Link className="btn btn--ghost btn--wide" href="/wallet" replace onClick={forgetOpened}>
        Not now
      </Link>
    </section>
  );
}

/** Shows the opened link or shared content to the signed-in customer. */
export function OpenedLink() {
  const { opened, site } = useSnapshot(payLink);
  useEffect(() => {
    const read = (): void => {
      const { pathname, search } = location;
      if (pathname !== sharePath) return;
      void open(new URLSearchParams(search).get('link') ?? undefined);
      // The link is removed from the page's address, because a reload would open it again and the history
      // would keep it.
      if (search) navigate(sharePath, { replace: true });
    };
    read();
    // If another link is opened while this page is shown, the path stays the same and the component is not
    // mounted again.
    addEventListener('pushState', read);
    return () => removeEventListener('pushState', read);
  }, []);
  switch (opened.kind) {
    case 'reading':
      return <SectionLoading text="Reading" height="16rem" />;
    case 'payment':
      return <Payment payment={opened} />;
    default:
      return <Nothing kind={opened.kind} site={site} />;
  }
}
