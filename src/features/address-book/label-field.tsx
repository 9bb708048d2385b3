import { checkLabel } from '#core/money/saved-address.ts';
import { TextField } from '#ui/forms/field.tsx';

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The name of an entry. A name that is too long gets an error while it is typed; it is never cut. */
export const LabelField = ({ value, error, onChange }: Props) => (
  <TextField
    label="Label"
    value={value}
    autoComplete="off"
    error={error ?? (value.trim() === '' ? undefined : checkLabel(value))}
    onChange={onChange}
  />
);
