import type { CsvStyle } from '#files/csv.ts';
import { chosenCsvStyle } from '#files/csv-dialect.ts';
import { useSignalValue } from '#ui/hooks/use-signal-value.ts';

/** How CSV files are separated, if it was chosen on this device; apart from `signals.ts`, which every page loads. */
export const useChosenCsvStyle = (): CsvStyle | undefined => useSignalValue(chosenCsvStyle);
