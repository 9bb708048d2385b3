import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const SearchField = ({ label, value, onChange }: Props) => (
  <label className="control control--search">
    <Icon name="search" size="s" />
    <span className="vh">{label}</span>
    <input
      type="search"
      placeholder={label}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);
