/** What a file of the catalogue would change, as it is shown. Pure. */
import type { GameFileFormat, GameImport } from '../../../core/contract/admin';
import { MAX_GAME_FILE_CHARACTERS } from '../../../core/contract/admin';
import { formatNaira, nairaToKobo, ZERO_KOBO } from '../../../core/money';
import { bytesWords, dateTime } from '../../../core/time';
import { percentPlain } from '../../../games/facts';
import { MEMBERS } from './edit';
import type { Member } from './edit';
import { words } from './words';

type Fields = GameImport['changes'][number]['before'];

export const FORMATS: Readonly<Record<GameFileFormat, string>> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

export interface ChosenFile {
  readonly format: GameFileFormat;
  readonly text: string;
}

/** Returns the text of the file, or what is wrong with it. */
export async function readChosenFile(file: File | null): Promise<ChosenFile | { readonly error: string }> {
  if (file === null || file.size === 0) return { error: words.fileMissing };
  if (file.size > MAX_GAME_FILE_CHARACTERS) return { error: words.fileTooLarge(bytesWords(file.size)) };
  const text = await file.text();
  if (text.includes('\u0000') || text.includes('\uFFFD')) return { error: words.fileNoText };
  return { format: /\.json$/i.test(file.name) ? 'json' : 'csv', text };
}

function valueText(field: Member, fields: Fields): string {
  switch (field) {
    case 'name':
      return fields.name ?? words.nothing;
    case 'categories':
      return fields.categories === undefined || fields.categories.length === 0 ? words.nothing : fields.categories.join(', ');
    case 'contribution':
      return percentPlain(fields.contribution ?? 0);
    case 'minStake':
    case 'maxStake':
      return formatNaira(nairaToKobo(fields[field]) ?? ZERO_KOBO);
    case 'newFrom':
      return fields.newFrom ?? words.nothing;
    case 'hiddenUntil':
      return typeof fields.hiddenUntil === 'string' ? dateTime(Date.parse(fields.hiddenUntil)) : words.nothing;
    case 'enabled':
      return fields.enabled === true ? words.yes : words.no;
  }
}

export interface FieldChange {
  readonly field: Member;
  readonly before: string;
  readonly after: string;
}

export function fieldChanges({ before, after }: Pick<GameImport['changes'][number], 'before' | 'after'>): readonly FieldChange[] {
  const changed = MEMBERS.filter((field) => after[field] !== undefined);
  return changed.map((field) => ({ field, before: valueText(field, before), after: valueText(field, after) }));
}
