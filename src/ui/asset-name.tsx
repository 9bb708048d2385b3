interface Props {
  readonly code: string;
  readonly name: string;
}

/** An asset in a list to choose from: its name over its symbol, which is not said twice. */
export const AssetName = ({ code, name }: Props) => (
  <span className="opt__name grow">
    {name} {name !== code && <small className="subtle">{code}</small>}
  </span>
);
