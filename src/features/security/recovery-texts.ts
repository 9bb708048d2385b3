/** How many recovery codes are left, as a sentence. */
export const codesLeft = (left: number): string =>
  left === 0 ? 'None is left.' : left === 1 ? 'One is left.' : `${left} are left.`;
