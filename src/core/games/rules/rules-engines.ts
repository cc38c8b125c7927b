/** The engines that a check of rounds needs: those of this build, and those of other rules whose sheets the device has. */
import type { ReceiptEngines } from '../../fairness/receipts';
import { sheetVersion } from '../../fairness/sheet-version';
import type { RawSheet } from '../../fairness/sheet-version';
import type { SubtleHmac } from '../../fairness/verify-webcrypto';
import { allEngines } from '../registry';
import { engineOfSheet } from './engine-of-sheet';
import { RULES_VERSIONS } from './versions';

/** Each sheet counts as the version that its content has, whatever name it came under. Rejects where WebCrypto fails. */
export async function enginesWith(subtle: Pick<SubtleHmac<unknown>, 'digest'>, sheets: readonly RawSheet[]): Promise<ReceiptEngines> {
  const engines = new Map<string, ReturnType<typeof engineOfSheet>>(allEngines);
  for (const sheet of sheets) {
    const version = await sheetVersion(subtle, sheet);
    if (version !== null) engines.set(version, engineOfSheet(sheet));
  }
  // These come last, so that this build's own programs are used, and not those that were made from sheets.
  for (const engine of allEngines.values()) engines.set(RULES_VERSIONS[engine.gameId] ?? engine.gameId, engine);
  return engines;
}
