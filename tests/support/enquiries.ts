/** Enquiries about bank accounts that others have made. */
import { countAttempt } from '../../server/rate-limits/attempts';
import { ENQUIRIES_OF_ADDRESS } from '../../server/cashier/withdrawals/bank-accounts/enquiry-guards';
import { addressSubject } from '../../server/http/addresses';
import type { TestPlatform } from './platform';

/** Counts enquiries as if others at the tests' address had made them, so that `left` of the enquiries in this hour remain. Returns `left`. */
export async function leaveEnquiries({ pool, platform }: TestPlatform, left: number): Promise<number> {
  for (let n = left; n < ENQUIRIES_OF_ADDRESS.limit; n += 1) await countAttempt(pool, ENQUIRIES_OF_ADDRESS, addressSubject('127.0.0.1'), platform.now());
  return left;
}
