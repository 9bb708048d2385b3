interface Props {
  readonly code: string;
  readonly name: string;
}

/** An asset in a list to choose from: its name and its symbol, or only one if they are the same. */
export const AssetName = ({ code, name }: Props) => (
  <span className="opt__name grow">
    {name} {name !== code && <small className="subtle">{code}</small>}
  </span>
);
