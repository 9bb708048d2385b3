import { signal } from '@preact/signals-react';
import { deviceStorage } from '#platform/kept/storage.ts';
import { type CsvStyle, csvStyleIn, isCsvStyle } from './csv.ts';

const CSV_KEY = 'kopa-csv';

const readStyle = (): CsvStyle | undefined => {
  const stored = deviceStorage.get(CSV_KEY);
  return isCsvStyle(stored) ? stored : undefined;
};

/** How CSV files are separated, if it was chosen on this device (HARD-74). */
export const chosenCsvStyle = signal(readStyle());

export function chooseCsvStyle(style: CsvStyle): void {
  chosenCsvStyle.value = style;
  deviceStorage.set(CSV_KEY, style);
}

/** The chosen way, or that of a country's spreadsheets. */
export const csvStyleFor = (country: string): CsvStyle =>
  chosenCsvStyle.value ?? csvStyleIn(country);
