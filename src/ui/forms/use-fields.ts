import { useState } from 'react';

type Errors<F extends string> = Partial<Record<F | 'form', string | undefined>>;

/**
 * The fields of a form that is checked when it is sent (`useSubmit` moves the focus). An error stays at its
 * field until the field changes. `form` is an error of the whole form.
 */
export function useFields<F extends string>(blank: Readonly<Record<F, string>>) {
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Errors<F>>({});
  return {
    values,
    errors,
    /** Shows the errors found; returns whether no field has one. */
    show: (found: Errors<F>): boolean => {
      setErrors(found);
      return (Object.keys(blank) as F[]).every((field) => !found[field]);
    },
    bind: (field: F) => ({
      value: values[field],
      error: errors[field],
      required: true,
      onChange: (value: string) => {
        setValues({ ...values, [field]: value });
        setErrors({ ...errors, [field]: undefined, form: undefined });
      },
    }),
  };
}
