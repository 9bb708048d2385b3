import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'label'> & {
  readonly label?: string;
};

/** An email address, as a keyboard and a password manager want it. */
export const EmailField = ({ label = 'Email', ...props }: Props) => (
  <TextField
    label={label}
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);
