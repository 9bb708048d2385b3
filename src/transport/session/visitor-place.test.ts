import { expect, test } from 'vitest';
import { continentOfTimeZone, placeOf } from './visitor-place.ts';

const nothing = {
  ip: '',
  country: '',
  countryName: '',
  continentCode: '',
  currency: '',
  timezone: '',
  countryCode: '',
  inEu: false,
};

test('NET-05 without an answer the browser time zone names the continent, else USD', () => {
  expect(placeOf(nothing, 'Europe/Vilnius').currencyName).toBe('EUR');
  expect(placeOf(nothing, 'Australia/Perth').currencyName).toBe('AUD');
  expect(placeOf(nothing, 'America/Lima').currencyName).toBe('USD');
  expect(placeOf(nothing, '').currencyName).toBe('USD');
  expect(continentOfTimeZone('Pacific/Auckland')).toBe('OC');
});

test('NET-05 the time zone is the browser\u2019s, else the service\u2019s', () => {
  expect(placeOf({ ...nothing, timezone: 'Europe/Berlin' }, '').timeZone).toBe('Europe/Berlin');
  expect(placeOf({ ...nothing, timezone: 'Europe/Berlin' }, 'Asia/Tokyo').timeZone).toBe(
    'Asia/Tokyo',
  );
});

test('NET-05 the place of a full answer', () => {
  const answer = {
    ...nothing,
    ip: '192.0.2.1',
    country: 'AU',
    countryName: 'Australia',
    continentCode: 'OC',
    currency: 'AUD',
    countryCode: 'AU',
  };
  expect(placeOf(answer, 'Australia/Sydney')).toEqual({
    country: 'AU',
    countryName: 'Australia',
    continentCode: 'OC',
    currencyName: 'AUD',
    timeZone: 'Australia/Sydney',
  });
});
