/** Enquiries about bank accounts that others have made. */
import { countAttempt } from '../../server/attempts';
import { ENQUIRIES_OF_ADDRESS } from '../../server/cashier/withdrawals/bank-accounts/enquiry-guards';
import { addressSubject } from '../../server/http/addresses';
import type { TestPlatform } from './platform';

/** Others at the tests' address have asked before, so that `left` of its enquiries an hour are left. Returns `left`. */
export async function leaveEnquiries({ pool, platform }: TestPlatform, left: number): Promise<number> {
  for (let n = left; n < ENQUIRIES_OF_ADDRESS.limit; n += 1) await countAttempt(pool, ENQUIRIES_OF_ADDRESS, addressSubject('127.0.0.1'), platform.now());
  return left;
}
