import { useRef, useState } from 'react';

type Errors<F extends string> = Partial<Record<F | 'form', string | undefined>>;

/**
 * The fields of a form that is checked when it is sent: an error stays beside its field until the
 * field is changed, and the focus goes to the first field with one. `form` is the whole form's error.
 */
export function useFields<F extends string>(blank: Readonly<Record<F, string>>) {
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Errors<F>>({});
  const inputs = useRef(new Map<F, HTMLInputElement | null>());
  return {
    values,
    errors,
    /** Shows the errors found; returns whether any field has one. */
    show: (found: Errors<F>): boolean => {
      setErrors(found);
      const first = (Object.keys(blank) as F[]).find((field) => found[field]);
      if (first) inputs.current.get(first)?.focus();
      return first !== undefined;
    },
    bind: (field: F) => ({
      value: values[field],
      error: errors[field],
      required: true,
      onChange: (value: string) => {
        setValues({ ...values, [field]: value });
        setErrors({ ...errors, [field]: undefined, form: undefined });
      },
      inputRef: (element: HTMLInputElement | null) => {
        inputs.current.set(field, element);
      },
    }),
  };
}
