import { type Derivation, quantityText } from './derivation.ts';

/** A step as a page shows it. */
export interface DerivationLine {
  readonly label: string;
  readonly how: string;
  readonly result: string;
  readonly rounding: string;
}

export const linesOf = ({ steps }: Derivation): readonly DerivationLine[] =>
  steps.map(({ result, ...step }) => ({ ...step, result: quantityText(result) }));
