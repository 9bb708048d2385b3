/**
 * The first year for which residents of a country are reported (KEEP-14). From the public list of CARF
 * commitments: the year before the first exchange. The compliance officer confirms the list each year.
 */
const firstYear: Readonly<Record<number, string>> = {
  2026:
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
    'BR CL CO FO GB GG GI ID IL IM IS JE JP KR KY KZ LI NO NZ SM ZA',
  2027: 'AE AU BB BM BS BZ CA CH CR HK KE MU MX MY MN NG PA PH SC SG TH TR VC VG',
  2028: 'US',
};

/** Whether residents of a country are reported for a year. */
export const isReported = (country: string, year: number): boolean =>
  Object.entries(firstYear).some(
    ([from, codes]) => Number(from) <= year && codes.split(' ').includes(country),
  );
