import { type CsvStyle, csvStyleIn, csvStyles, isCsvStyle } from '#files/csv.ts';
import { chooseCsvStyle } from '#files/csv-dialect.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useChosenCsvStyle } from './use-chosen-csv-style.ts';

const names: Readonly<Record<CsvStyle, string>> = {
  comma: 'Comma, decimals as 0.5',
  semicolon: 'Semicolon, decimals as 0,5',
};

/** Between the columns of CSV files: by default what spreadsheets have in the customer's country (HARD-74). */
export function CsvChoice({ country }: { readonly country: string }) {
  const chosen = useChosenCsvStyle();
  return (
    <SelectField
      label="Columns of a CSV file end with"
      value={chosen ?? csvStyleIn(country)}
      options={csvStyles.map((value) => ({ value, label: names[value] }))}
      onChange={(style) => {
        if (isCsvStyle(style)) chooseCsvStyle(style);
      }}
    />
  );
}
