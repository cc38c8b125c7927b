/** The port to whoever can say whose an identity number is. */
export { GatewayUnavailableError } from '../payment/port';

export type NumberKind = 'nin' | 'virtual-nin';

export interface IdentityQuestion {
  /** 11 digits, or a virtual NIN of 16 characters. Never to be kept or logged. */
  readonly number: string;
  readonly kind: NumberKind;
  /** Whom the player says to be; services that only compare are given these. */
  readonly firstname: string;
  readonly lastname: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

/** The person whom a number belongs to, as the register has them. */
export interface RegisteredPerson {
  /** The same for every number of this person, virtual ones too; never to be kept as it is. */
  readonly subject: string;
  /** All names, in any order. */
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

/** Trouble with the network is thrown as `GatewayUnavailableError`: nothing is known then. */
export interface IdentityGateway {
  readonly name: string;
  /** Whose the number is; null where there is no such number, or a virtual one that has run out. */
  find(question: IdentityQuestion): Promise<RegisteredPerson | null>;
}
