import { storedTables } from '#server/services/customers/archive/personal-data.ts';

/** Which columns of a table customers are told, and why others are left out. */
const toldOf = ({ about, rowsOf, columns }: (typeof storedTables)[number]) => {
  const all = Object.entries(columns);
  return {
    about,
    rowsOf,
    columns: all.flatMap(([name, { told }]) => (told ? name : [])),
    leftOut: Object.fromEntries(
      all.flatMap(([name, { untold }]) => (untold ? [[name, untold] as const] : [])),
    ),
  };
};

export type ToldTable = ReturnType<typeof toldOf>;

/** What a customer is told of each table with rows about them (KEEP-04). */
export const toldTables: Readonly<Record<string, ToldTable>> = Object.fromEntries(
  storedTables.map((stored) => [stored.table, toldOf(stored)]),
);
