/** Reads from the environment where players may be, and which headers say where they are. */
import type { Mistakes, ReadVariable } from './variables';
export interface PlaceConfig {
  /** ISO 3166-1 alpha-2, empty = everywhere. */
  readonly allowedCountries: readonly string[];
  /** Headers in which the trusted proxy says where a call comes from, in small letters; undefined = there is none. */
  readonly countryHeader: string | undefined;
  readonly regionHeader: string | undefined;
  /** The file of places; undefined = the one that comes with the program. */
  readonly placesFile: string | undefined;
}

/** Every country is served, and no header says where a player is. */
export const EVERYWHERE: PlaceConfig = {
  allowedCountries: [], countryHeader: undefined, regionHeader: undefined, placesFile: undefined,
};

const HEADER_NAME = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/;

/** Returns the configuration, or one line per mistake. `hasProxy` says that TRUST_PROXY names a proxy. */
export function readPlaceConfig(
  read: ReadVariable,
  { hasProxy }: { readonly hasProxy: boolean },
): PlaceConfig | Mistakes {
  const errors: string[] = [];
  const readHeader = (name: string): string | undefined => {
    const value = read(name);
    if (value === undefined || HEADER_NAME.test(value)) return value?.toLowerCase();
    errors.push(`${name} is ${JSON.stringify(value)}; it must be the name of a header, like cf-ipcountry.`);
    return undefined;
  };
  const allowedText = read('ALLOWED_COUNTRIES');
  const countries = allowedText?.split(',').map((code) => code.trim().toUpperCase()).filter((code) => code !== '') ?? [];
  if (allowedText !== undefined && (countries.length === 0 || !countries.every(isCountry))) {
    errors.push(`ALLOWED_COUNTRIES is ${JSON.stringify(allowedText)}; it must be ISO codes of countries with commas between them, like NG,GH.`);
  }
  const countryHeader = readHeader('COUNTRY_HEADER');
  const regionHeader = readHeader('REGION_HEADER');
  if (errors.length > 0) return { errors };
  const missingLine = findMissingVariable({ allowedText, countryHeader, regionHeader, hasProxy });
  if (missingLine !== null) return { errors: [missingLine] };
  return { allowedCountries: countries, countryHeader, regionHeader, placesFile: read('PLACES_FILE') };
}

/** Returns a line about the first variable that is missing, or null. */
function findMissingVariable(
  { allowedText, countryHeader, regionHeader, hasProxy }: { allowedText: string | undefined; hasProxy: boolean } & Pick<PlaceConfig, 'countryHeader' | 'regionHeader'>,
): string | null {
  if (allowedText !== undefined && countryHeader === undefined) {
    return 'ALLOWED_COUNTRIES is set without COUNTRY_HEADER: nothing would tell where a player is. Set COUNTRY_HEADER, and TRUST_PROXY to who sends it.';
  }
  if (regionHeader !== undefined && countryHeader === undefined) {
    return 'REGION_HEADER is set without COUNTRY_HEADER: the same code is another region in another country. Set COUNTRY_HEADER.';
  }
  if (countryHeader !== undefined && !hasProxy) {
    return `${allowedText === undefined ? 'COUNTRY_HEADER is' : 'ALLOWED_COUNTRIES and COUNTRY_HEADER are'} set without TRUST_PROXY: anybody could write that header. Set TRUST_PROXY to the proxies that send it.`;
  }
  return null;
}

/** Accepts a code that is in use, and no alias (`UK` for `GB`), because proxies send the real code. */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  const regionName = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return regionName !== undefined && !['XX', 'ZZ'].includes(code) && new Intl.Locale(`und-${code}`).region === code;
}
