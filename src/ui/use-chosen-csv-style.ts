import type { CsvStyle } from '#core/domain/csv.ts';
import { chosenCsvStyle } from '#platform/csv-choice.ts';
import { useSignalValue } from './use-signal-value.ts';

/** How CSV files are separated, if it was chosen on this device; apart from `signals.ts`, which every page loads. */
export const useChosenCsvStyle = (): CsvStyle | undefined => useSignalValue(chosenCsvStyle);
