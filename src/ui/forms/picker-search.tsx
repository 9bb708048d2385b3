import { useEffect, useEffectEvent, useRef } from 'react';
import { SearchField } from './search-field.tsx';

/** A device with a mouse, and so with a keyboard: on a phone, the keyboard would cover the list. */
const KEYBOARD = '(hover: hover) and (pointer: fine)';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Chooses the first asset that was found. */
  readonly onFirst: () => void;
}

/**
 * The search of a list of assets. Where there is a keyboard, it has the focus from the start; Enter
 * chooses the first asset found.
 */
export function PickerSearch({ value, onChange, onFirst }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    // Enter must not submit the form behind the list.
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
