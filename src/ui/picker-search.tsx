import { useEffect, useEffectEvent, useRef } from 'react';
import { SearchField } from './search-field.tsx';

/** A device that is operated by keyboard and pointer: on a phone the keyboard would cover the list. */
const KEYBOARD = '(hover: hover) and (pointer: fine)';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Takes the first of what was found. */
  readonly onFirst: () => void;
}

/** The search of a list of assets: who opens it at a keyboard types at once, and Enter takes the first one found. */
export function PickerSearch({ value, onChange, onFirst }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    // The form behind the list is not what is meant.
    event.preventDefault();
    if (value.trim() !== '') onFirst();
  });
  useEffect(() => {
    const field = place.current?.querySelector('input');
    if (!field) return;
    if (matchMedia(KEYBOARD).matches) field.focus();
    const listen = (event: KeyboardEvent): void => pressed(event);
    field.addEventListener('keydown', listen);
    return () => field.removeEventListener('keydown', listen);
  }, []);
  return (
    <div ref={place}>
      <SearchField label="Search asset" value={value} onChange={onChange} />
    </div>
  );
}
