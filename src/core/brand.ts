/**
 * The brand and the operator behind it, in one file: put your own here and rebuild.
 * Everything that shows a name, a colour of the installed app, an address or a legal
 * sentence reads it from here; the content pages use it through `{{brand.name}}`-like tokens.
 */

/** A body that helps people who are harmed by gambling. Enter only those that you have verified yourself. */
export interface Helpline {
  name: string;
  /** As a person dials it, for instance with the leading 0; or an empty string. */
  phone: string;
  /** When somebody answers, in words; or an empty string. */
  hours: string;
  /** Absolute https address, or an empty string. */
  url: string;
}

export interface Brand {
  name: string;
  /** Under the icon on a home screen: at most 12 characters. */
  shortName: string;
  tagline: string;
  /** One sentence for the manifest and for search engines. */
  description: string;
  /** BCP 47 tag that dates, numbers and the document use. */
  language: string;
  supportEmail: string;
  privacyEmail: string;
  complaintsEmail: string;
  /** People who are worried about their own or another person's gambling write here. */
  careEmail: string;
  /** Empty until the operator has entered some that it has verified; the pages then name only `careEmail`. */
  helplines: readonly Helpline[];
  /** For the manifest and the browser's own bars; the same values as in `src/ui/tokens.css` (a test compares them). */
  colours: {
    darkGround: string;
    lightGround: string;
    accent: string;
    inkOnAccent: string;
  };
  /** The mark: a carved board, its twelve pits as the ring that sowing follows, and one store with four seeds. */
  mark: {
    viewBox: string;
    /** Fill with `fill-rule="evenodd"`. */
    board: string;
    seeds: string;
  };
}

export interface Operator {
  /** The company that the player has a contract with. */
  legalName: string;
  registration: string;
  address: string;
  /** Licence number and the body that gave it, as it must be shown. */
  licence: string;
  /** Where a complaint goes that was not settled here. */
  regulator: string;
  /** The states that the licence covers. */
  servedPlaces: string;
  /** How long money, play and identity records are kept after an account is closed, as licence and law require. */
  retention: string;
  /** Smallest age at which a person may play, in years. */
  minimumAge: number;
}

export const brand: Brand = {
  name: 'Ayo',
  shortName: 'Ayo',
  tagline: 'Games that stay with you, even when the network goes',
  description: 'Casino games in naira that open without a network, with results you can check yourself. 18+',
  language: 'en-NG',
  supportEmail: 'support@ayo.example',
  privacyEmail: 'privacy@ayo.example',
  complaintsEmail: 'complaints@ayo.example',
  careEmail: 'care@ayo.example',
  helplines: [],
  colours: {
    darkGround: '#0E0B2B',
    lightGround: '#FBF8F1',
    accent: '#FFC72C',
    inkOnAccent: '#1A1538',
  },
  mark: {
    viewBox: '0 0 24 24',
    board:
      'M12 .5a11.5 11.5 0 1 0 0 23 11.5 11.5 0 1 0 0-23ZM14.16 2.38a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1Z' +
      'M17.9 4.55a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1ZM20.07 8.29a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1Z' +
      'M20.07 12.61a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1ZM17.9 16.35a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1Z' +
      'M14.16 18.52a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1ZM9.84 18.52a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1Z' +
      'M6.1 16.35a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1ZM3.93 12.61a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1Z' +
      'M3.93 8.29a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1ZM6.1 4.55a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1Z' +
      'M9.84 2.38a1.55 1.55 0 1 0 0 3.1 1.55 1.55 0 1 0 0-3.1ZM12 7.4a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 1 0 0-9.2Z',
    seeds:
      'M10.3 8.85a1.45 1.45 0 1 0 0 2.9 1.45 1.45 0 1 0 0-2.9ZM13.7 8.85a1.45 1.45 0 1 0 0 2.9 1.45 1.45 0 1 0 0-2.9Z' +
      'M10.3 12.25a1.45 1.45 0 1 0 0 2.9 1.45 1.45 0 1 0 0-2.9ZM13.7 12.25a1.45 1.45 0 1 0 0 2.9 1.45 1.45 0 1 0 0-2.9Z',
  },
};

/** Bracketed values are for the operator to fill in before it opens to the public; nothing here is invented. */
export const operator: Operator = {
  legalName: '[registered name of the operator]',
  registration: '[company registration number]',
  address: '[registered address in Nigeria]',
  licence: '[licence number and licensing body]',
  regulator: '[the regulator that licensed the operator]',
  servedPlaces: '[the states that the licence covers]',
  retention: '[the period that the licence and the law require]',
  minimumAge: 18,
};

const isMissing = (fact: unknown): fact is string => typeof fact === 'string' && fact.startsWith('[');

/** The facts about the operator that are still to be filled in. */
export const missingFacts = (): string[] => Object.values<unknown>({ ...operator }).filter(isMissing);

/** The sentences under every page that say who runs the site, with the licence of the player's place where it is known. */
export function legalLine(licence = ''): string {
  const facts = [[`${brand.name} is run by`, operator.legalName], ['Licence:', licence || operator.licence]] as const;
  return facts.filter(([, fact]) => !isMissing(fact)).map((fact) => `${fact.join(' ')}.`).join(' ');
}

/** The contacts for help with gambling: the verified helplines, if there are any, and the operator's own address. */
export function careLine(): string {
  const others = brand.helplines.map(({ name, phone, hours, url }) => {
    const more = [hours, url].filter((part) => part !== '').join(', ');
    return `${phone === '' ? `turn to ${name}` : `call ${name} on ${phone}`}${more === '' ? '' : ` (${more})`}`;
  });
  return [...others, `write to ${brand.careEmail}`].join(', or ');
}

/** The tokens that content pages may write as `{{name}}`; any other fails the build. */
export function contentTokens(): Readonly<Record<string, string>> {
  return {
    'brand.name': brand.name,
    'brand.tagline': brand.tagline,
    'brand.supportEmail': brand.supportEmail,
    'brand.privacyEmail': brand.privacyEmail,
    'brand.complaintsEmail': brand.complaintsEmail,
    'brand.careEmail': brand.careEmail,
    'brand.careLine': careLine(),
    'operator.legalName': operator.legalName,
    'operator.registration': operator.registration,
    'operator.address': operator.address,
    'operator.licence': operator.licence,
    'operator.regulator': operator.regulator,
    'operator.servedPlaces': operator.servedPlaces,
    'operator.retention': operator.retention,
    'operator.minimumAge': String(operator.minimumAge),
  };
}
