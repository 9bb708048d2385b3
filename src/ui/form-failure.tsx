import { Icon } from './icon.tsx';

/** Why a form failed, for as long as that is true: the toast that announced it goes. */
export const FormFailure = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <p className="error">
      <Icon name="alert" size="xs" />
      {text}
    </p>
  ) : null;
