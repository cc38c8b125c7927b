/** Where players may be, and what tells it, read from the environment. */
export interface PlaceConfig {
  /** ISO 3166-1 alpha-2, empty = everywhere. */
  readonly allowedCountries: readonly string[];
  /** Headers of the trusted proxy that say where a call comes from, in small letters; undefined = nothing tells. */
  readonly countryHeader: string | undefined;
  readonly regionHeader: string | undefined;
  /** The file of places; undefined = the one that comes with the program. */
  readonly placesFile: string | undefined;
}

/** Everybody is let in, and nothing tells where they are. */
export const EVERYWHERE: PlaceConfig = {
  allowedCountries: [], countryHeader: undefined, regionHeader: undefined, placesFile: undefined,
};

const HEADER_NAME = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/;

type Read = (name: string) => string | undefined;

/** The configuration, or one line per mistake. `hasProxy`: TRUST_PROXY names one. */
export function readPlaceConfig(read: Read, { hasProxy }: { readonly hasProxy: boolean }): PlaceConfig | { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const readHeader = (name: string): string | undefined => {
    const value = read(name);
    if (value === undefined || HEADER_NAME.test(value)) return value?.toLowerCase();
    errors.push(`${name} is ${JSON.stringify(value)}; it must be the name of a header, like cf-ipcountry.`);
    return undefined;
  };
  const allowed = read('ALLOWED_COUNTRIES');
  const countries = allowed?.split(',').map((code) => code.trim().toUpperCase()).filter((code) => code !== '') ?? [];
  if (allowed !== undefined && (countries.length === 0 || !countries.every(isCountry))) {
    errors.push(`ALLOWED_COUNTRIES is ${JSON.stringify(allowed)}; it must be ISO codes of countries with commas between them, like NG,GH.`);
  }
  const countryHeader = readHeader('COUNTRY_HEADER');
  const regionHeader = readHeader('REGION_HEADER');
  if (errors.length > 0) return { errors };
  const wrong = whatIsMissing({ allowed, countryHeader, regionHeader, hasProxy });
  if (wrong !== null) return { errors: [wrong] };
  return { allowedCountries: countries, countryHeader, regionHeader, placesFile: read('PLACES_FILE') };
}

/** One line, the first thing to put right. */
function whatIsMissing(
  { allowed, countryHeader, regionHeader, hasProxy }: { allowed: string | undefined; hasProxy: boolean } & Pick<PlaceConfig, 'countryHeader' | 'regionHeader'>,
): string | null {
  if (allowed !== undefined && countryHeader === undefined) {
    return 'ALLOWED_COUNTRIES is set without COUNTRY_HEADER: nothing would tell where a player is. Set COUNTRY_HEADER, and TRUST_PROXY to who sends it.';
  }
  if (regionHeader !== undefined && countryHeader === undefined) {
    return 'REGION_HEADER is set without COUNTRY_HEADER: the same code is another region in another country. Set COUNTRY_HEADER.';
  }
  if (countryHeader !== undefined && !hasProxy) {
    return `${allowed === undefined ? 'COUNTRY_HEADER is' : 'ALLOWED_COUNTRIES and COUNTRY_HEADER are'} set without TRUST_PROXY: anybody could write that header. Set TRUST_PROXY to the proxies that send it.`;
  }
  return null;
}

/** A code that is in use, and not one that stands for another (`UK` for `GB`): proxies send the real one. */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return named !== undefined && !['XX', 'ZZ'].includes(code) && new Intl.Locale(`und-${code}`).region === code;
}
