import type { StatementEntry } from '#core/domain/statement.ts';
import { EntryRow } from './entry-row.tsx';

interface Props {
  readonly entries: readonly StatementEntry[];
  readonly masked: boolean;
}

export const EntryList = ({ entries, masked }: Props) => (
  <ul className="card rows">
    {entries.map((entry) => (
      <EntryRow key={entry.id} entry={entry} masked={masked} />
    ))}
  </ul>
);
