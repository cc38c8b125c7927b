/** Converts the player's payment instruction to the columns `next_type` and `next_value` of a deposit, and these to the contract. */
import * as z from 'zod/mini';
import type { Deposit } from '../../../src/core/contract/cashier';
import type { PaymentInstruction } from '../../gateways';
import type { DepositRow, DepositStep } from './deposit-types';

const account = z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() });
const ussd = z.object({ code: z.string(), bankName: z.string() });

/** Returns the value for the column `next_value`: an address, a text, or JSON where the instruction has several parts. */
export function toNextValue(instruction: PaymentInstruction): string {
  switch (instruction.type) {
    case 'redirect':
      return instruction.url;
    case 'prompt':
      return instruction.text;
    case 'account':
      return JSON.stringify(account.parse(instruction));
    case 'ussd':
      return JSON.stringify(ussd.parse(instruction));
  }
}

const STEPS: Readonly<Record<PaymentInstruction['type'], DepositStep>> = {
  redirect: 'redirected', prompt: 'prompted', account: 'account-given', ussd: 'code-given',
};

export function instructionStep(instruction: PaymentInstruction): DepositStep {
  return STEPS[instruction.type];
}

/** Reads the instruction for the contract's `next`; null when the player has nothing to do. */
export function readInstruction({ state, next_type: type, next_value: value }: Pick<DepositRow, 'state' | 'next_type' | 'next_value'>): Deposit['next'] {
  if (state !== 'pending' || type === null || value === null) return null;
  switch (type) {
    case 'redirect':
      return { type, url: value };
    case 'prompt':
      return { type, text: value };
    case 'account':
      return { type, ...account.parse(JSON.parse(value)) };
    case 'ussd':
      return { type, ...ussd.parse(JSON.parse(value)) };
  }
}
