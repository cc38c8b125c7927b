import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayUnavailableError } from './port';
import type { IdentityGateway, IdentityQuestion, RegisteredPerson } from './port';

/** The slow answer still comes within the platform's deadline. */
const SLOW_MS = 6_000;

export interface IdentitySimulatorDeps {
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Creates a register of identity numbers without real people. It confirms the name and date of birth that a player enters, unless the last
 * two digits of the NIN choose another outcome:
 * 01 another name · 02 another date of birth · 03 a child · 04 no such number · 05 the service is
 * down · 06 the answer takes 6 s · 07 no answer ever.
 *
 * The first 11 of the 12 digits of a virtual NIN are the NIN behind it, so both belong to the same person.
 */
export function createIdentitySimulator({ wait }: IdentitySimulatorDeps = { wait: sleep }): IdentityGateway {
  return {
    name: 'simulator',
    find: async (question) => {
      const nin = question.kind === 'nin' ? question.number : question.number.slice(2, 13);
      const ending = nin.slice(-2);
      if (ending === '04') return null;
      if (ending === '05') throw new GatewayUnavailableError('simulated: the identity service is down');
      if (ending === '06') await wait(SLOW_MS);
      if (ending === '07') await new Promise(() => undefined);
      return { subject: nin, ...registeredPerson(question, ending) };
    },
  };
}

/** Writes a person as registers do: in capitals, the family name first, with a middle name that the player did not enter. */
function registeredPerson({ firstname, lastname, dateOfBirth }: IdentityQuestion, ending: string): Omit<RegisteredPerson, 'subject'> {
  const name = ending === '01' ? 'SOMEBODY ELSE ENTIRELY' : `${lastname} ${firstname} NKECHI`.toUpperCase();
  if (ending === '02') return { name, dateOfBirth: dateOfBirth === '1960-10-01' ? '1960-10-02' : '1960-10-01' };
  if (ending === '03') return { name, dateOfBirth: '2020-01-01' };
  return { name, dateOfBirth };
}
