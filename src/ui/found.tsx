interface Props {
  /** How many assets a search or a filter has left; undefined while neither is in use. */
  readonly count: number | undefined;
}

/** Says the count to those who hear the page (EASE-12). It must be there before it has anything to say. */
export const Found = ({ count }: Props) => (
  <p className="vh" role="status">
    {count !== undefined && `${count} ${count === 1 ? 'asset' : 'assets'} found`}
  </p>
);
