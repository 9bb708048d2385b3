interface Props {
  /** How many assets match a search or filter; undefined without one. */
  readonly count: number | undefined;
}

/** Announces the number to screen readers (EASE-12). The element must exist before it has a text. */
export const Found = ({ count }: Props) => (
  <p className="vh" role="status">
    {count !== undefined && `${count} ${count === 1 ? 'asset' : 'assets'} found`}
  </p>
);
