import type { Made } from './carf-message.ts';

/** What the operator is told of a message, without anything about a customer. */
export const madeLines = ({
  reference,
  kind,
  reported,
  uncertified,
  elsewhere,
  unvalued,
  mended,
}: Made): readonly string[] => [
  kind === 'none'
    ? `${reference}: there is nobody to report.`
    : `${reference}: ${reported} customers. It adds up to the ledger.`,
  `Not in it: ${elsewhere} who pay tax where nobody is told of it.`,
  ...(uncertified > 0
    ? [
        `Not in it: ${uncertified} who have not said where they pay tax. They are asked, and limited.`,
      ]
    : []),
  ...(unvalued > 0
    ? [
        `${unvalued} transactions have no known worth and count with 0: correct their amounts by hand.`,
      ]
    : []),
  ...(mended.length > 0
    ? [
        `“--”, “/*” or “&#”, for which gateways refuse the whole file, were written as “-”, “/” and “& #” in: ${mended.join(', ')}.`,
      ]
    : []),
];
