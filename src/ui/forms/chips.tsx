interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
  /** How many things an option shows; undefined while that is not known. */
  readonly countOf?: ((option: T) => number | undefined) | undefined;
  readonly onChoose: (option: T) => void;
}

/** A choice of one out of a few, in a line that scrolls if it is too long. */
export function Chips<T extends string>({ label, options, chosen, countOf, onChoose }: Props<T>) {
  return (
    <fieldset className="chips chips--scroll" aria-label={label}>
      {options.map((option) => {
        const count = countOf?.(option)?.toLocaleString('en-US');
        return (
          <button
            key={option}
            className="chip"
            type="button"
            aria-pressed={option === chosen}
            aria-description={count}
            onClick={() => onChoose(option)}
          >
            {option}
            {countOf && (
              <span className="chip__n" aria-hidden="true">
                {count}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
