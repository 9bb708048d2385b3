/**
 * Makers of authenticators by the id in their passkeys, to suggest a name. From the list of the FIDO
 * Alliance's community; an unknown one is called a passkey.
 */
const kinds: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'cb69481e-8ff7-4039-93ec-0a2729a154a8': 'YubiKey',
  'ee882879-721c-4913-9775-3dfcce97072a': 'YubiKey',
  '2fc0579f-8113-47ea-b116-bb5a8db9202a': 'YubiKey',
};

/** The name of a new passkey, different from those of the account's others. */
export function suggestedName(aaguid: string, taken: readonly string[]): string {
  const plain = kinds[aaguid] ?? 'Passkey';
  if (!taken.includes(plain)) return plain;
  for (let number = 2; ; number++) {
    const name = `${plain} ${number}`;
    if (!taken.includes(name)) return name;
  }
}
