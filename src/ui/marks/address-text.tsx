import { Fragment } from 'react';

/**
 * An address in groups of four with its ends in bold, made for comparing. The gaps are styles only,
 * so what is selected and copied is the address itself.
 */
export function AddressText({ address }: { readonly address: string }) {
  const [first = '', ...middle] = address.slice(0, -4).match(/.{1,4}/g) ?? [];
  return (
    <span className="addr" translate="no">
      <b>{first}</b>
      {middle.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its place
        <Fragment key={place}>
          <wbr />
          <span>{group}</span>
        </Fragment>
      ))}
      <wbr />
      <b>{address.slice(-4)}</b>
    </span>
  );
}
