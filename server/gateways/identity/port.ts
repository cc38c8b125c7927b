/** The port to a service that knows the holders of identity numbers. */
export { GatewayUnavailableError } from '../payment/port';

export type NumberKind = 'nin' | 'virtual-nin';

export interface IdentityQuestion {
  /** 11 digits, or a virtual NIN of 16 characters. It must never be stored or logged. */
  readonly number: string;
  readonly kind: NumberKind;
  /** The name and birthday that the player entered; services that only compare need them. */
  readonly firstname: string;
  readonly lastname: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

/** The holder of a number in the register. */
export interface RegisteredPerson {
  /** Identifies the person: it is the same for all their numbers, virtual ones too. It must never be stored unhashed. */
  readonly subject: string;
  /** All names, in any order. */
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

/** Network errors are thrown as `GatewayUnavailableError`; then nothing is known about the number. */
export interface IdentityGateway {
  readonly name: string;
  /** Finds the holder; null for an unknown number and for a virtual one that has expired. */
  find(question: IdentityQuestion): Promise<RegisteredPerson | null>;
}
