/** Reads the file that somebody chose, and says what is wrong with it before anything is sent. */
import { MAX_STATEMENT_CHARACTERS } from '../../../core/contract/payment-cases';
import { bytesWords } from '../../../core/time';
import { words } from './words';

/** A larger file is not read at all. */
const MAX_BYTES = MAX_STATEMENT_CHARACTERS;

/** Returns the text of the file, or what is wrong with it. */
export async function readStatementFile(file: File | null): Promise<{ readonly csv: string } | { readonly error: string }> {
  if (file === null || file.size === 0) return { error: words.fileMissing };
  if (file.size > MAX_BYTES) return { error: words.fileTooLarge(bytesWords(file.size)) };
  const csv = await file.text();
  return csv.includes('\u0000') || csv.includes('\uFFFD') ? { error: words.fileNoText } : { csv };
}
