/** Tells a password manager whose password a form sets. Nobody sees it. */
export const AccountName = ({ email }: { readonly email: string }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
);
