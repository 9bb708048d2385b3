interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
  readonly onChoose: (option: T) => void;
}

/** A choice of one out of a few, in a line that scrolls if it is too long. */
export function Chips<T extends string>({ label, options, chosen, onChoose }: Props<T>) {
  return (
    <fieldset className="chips chips--scroll" aria-label={label}>
      {options.map((option) => (
        <button
          key={option}
          className="chip"
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
        >
          {option}
        </button>
      ))}
    </fieldset>
  );
}
