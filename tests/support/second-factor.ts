/** An admin's second factor, enrolled and given by calls, as the page does it. */
import { codeOfStep, stepAt } from '../../server/second-factor/totp';
import { enrolSecondFactor, giveSecondFactor, offerSecondFactor, renewRecoveryCodes } from '../../src/core/contract/second-factor';
import { listSessions } from '../../src/core/contract/sessions';
import { paramsOf } from './http-client';
import type { TestClient } from './http-client';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Reads base32, as an app does with the secret that it was given. */
export function readBase32(text: string): Buffer {
  const bits = text.split('').map((each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app shows at this moment. */
export const appCode = (secret: string, at: Date): string => codeOfStep(readBase32(secret), stepAt(at));

/** Enrols a second factor for an admin who has just signed in, or at `at` by the platform's clock. Returns the recovery codes. */
export async function enrolByCalls(client: TestClient, at?: Date): Promise<readonly string[]> {
  const { secret } = (await client.call(offerSecondFactor, {})).data;
  return (await client.call(enrolSecondFactor, { body: { code: appCode(secret, at ?? (await signInTime(client))) } })).data.recoveryCodes;
}

async function signInTime(client: TestClient): Promise<Date> {
  const { items } = (await client.call(listSessions, { params: paramsOf(client) })).data;
  return new Date(Math.max(...items.map(({ signedInAt }) => Date.parse(signedInAt))));
}

/** Codes that an admin of a running product can give, one after the other. An app's codes would make a test wait half a minute for each. */
export interface CodeSource {
  next(): Promise<string>;
  /** Those that it has now. */
  left(): readonly string[];
}

/** `client` has given the second factor; from the last code but one it makes new ones. */
export function codeSource(client: TestClient, recoveryCodes: readonly string[]): CodeSource {
  const codes = [...recoveryCodes];
  return {
    next: async () => {
      if (codes.length < 2) {
        await client.call(giveSecondFactor, { body: { code: codes.pop() ?? '' } });
        codes.push(...(await client.call(renewRecoveryCodes, {})).data.recoveryCodes);
      }
      return codes.pop() ?? '';
    },
    left: () => [...codes],
  };
}

/** These codes and no more. */
export function codesFrom(list: readonly string[]): CodeSource {
  const codes = [...list];
  return {
    next: async () => {
      const code = codes.pop();
      if (code === undefined) throw new Error('All recovery codes are used.');
      return code;
    },
    left: () => [...codes],
  };
}
