/** The classes of calls, in the order in which an overloaded server refuses them (OPS-10). */
export const callClasses = ['prices', 'exports', 'quotes', 'histories', 'essential'] as const;
export type CallClass = (typeof callClasses)[number];
