/** Fills in a template for a thread. Pure. */
import type { AdminThread } from '../../../core/contract/support-team';
import { words } from './words';

const REFERENCE_LENGTH = 8;

/** What a player or a colleague can name the thread by. */
export const referenceOf = ({ threadId }: Pick<AdminThread, 'threadId'>): string => threadId.slice(0, REFERENCE_LENGTH);

/** Puts the person's name and the thread's reference into a template. Other braces stay as they are. */
export function fillTemplate(text: string, thread: Pick<AdminThread, 'threadId' | 'player'>): string {
  const name = thread.player?.username ?? words.templates.stranger;
  const values: Readonly<Record<string, string>> = { '{name}': name, '{reference}': referenceOf(thread) };
  return text.replaceAll(/\{name\}|\{reference\}/g, (placeholder) => values[placeholder] ?? placeholder);
}

/** Adds a filled template below what was typed. */
export const addBelow = (typed: string, filled: string): string => (typed.trim() === '' ? filled : `${typed.trimEnd()}\n\n${filled}`);
