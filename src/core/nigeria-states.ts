import { isKeyOf, keysOf } from './words/is-key-of';

/** The 36 states of Nigeria and the Federal Capital Territory, by ISO 3166-2:NG (without `NG-`), in the order of their names. */
export const NIGERIA_STATES = {
  AB: 'Abia', AD: 'Adamawa', AK: 'Akwa Ibom', AN: 'Anambra', BA: 'Bauchi', BY: 'Bayelsa', BE: 'Benue', BO: 'Borno',
  CR: 'Cross River', DE: 'Delta', EB: 'Ebonyi', ED: 'Edo', EK: 'Ekiti', EN: 'Enugu', FC: 'Federal Capital Territory',
  GO: 'Gombe', IM: 'Imo', JI: 'Jigawa', KD: 'Kaduna', KN: 'Kano', KT: 'Katsina', KE: 'Kebbi', KO: 'Kogi', KW: 'Kwara',
  LA: 'Lagos', NA: 'Nasarawa', NI: 'Niger', OG: 'Ogun', ON: 'Ondo', OS: 'Osun', OY: 'Oyo', PL: 'Plateau', RI: 'Rivers',
  SO: 'Sokoto', TA: 'Taraba', YO: 'Yobe', ZA: 'Zamfara',
} as const;

export type StateCode = keyof typeof NIGERIA_STATES;

export const STATE_CODES = keysOf(NIGERIA_STATES);

/** The name of a state; a code that nobody knows is shown as it is. */
export function stateName(code: string): string {
  return isKeyOf(NIGERIA_STATES, code) ? NIGERIA_STATES[code] : code;
}
