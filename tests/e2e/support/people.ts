/** People who exist only for one test, with names that are found again wherever they were left behind. */
import { randomBytes } from 'node:crypto';

export interface Person {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly firstname: string;
  readonly lastname: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  /** As typed: 0 and ten digits. */
  readonly phone: string;
}

function letters(count: number): string {
  return [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

export function newPerson(): Person {
  const tail = letters(8);
  return {
    email: `ngozi.${tail}@canary.example`,
    username: `ngozi_${tail}`,
    password: `harmattan tortoise ${letters(6)}`,
    firstname: `Ngozi${tail}`,
    lastname: `Okonkwo${letters(5)}`,
    dateOfBirth: '1991-03-08',
    phone: `080${String(randomBytes(4).readUInt32BE(0) % 100_000_000).padStart(8, '0')}`,
  };
}

/** Returns texts that must be nowhere once nothing of a person may be left; each is long enough not to be there by chance. */
export function tracesOf({ email, username, firstname, lastname, phone, password }: Person): readonly string[] {
  return [email, username, firstname, lastname, phone, phone.slice(1), password];
}
