/** Writes a letter as plain text. Pure. */
import { brand, legalLine, operator } from '../../../src/core/brand';
import { greeting } from './letter';
import type { Letter, LetterPart } from './letter';

export function letterText(letter: Letter): string {
  return [greeting(letter), ...letter.parts.map(partText), footerLines().join('\n')].join('\n\n');
}

/** Writes a part. A link stands on a line of its own, because nothing that follows it may become part of it. */
function partText(part: LetterPart): string {
  if (typeof part === 'string') return part;
  if ('action' in part) return `${part.action.label}:\n${part.action.url}`;
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return part.aside;
}

/** Returns the lines under every mail. */
export function footerLines(): string[] {
  return [`Questions: ${brand.supportEmail}`, `${legalLine()} ${operator.minimumAge}+`.trim()];
}
