/** What was withdrawn on this page, known at once: before the device's store, and long before the platform, know it. */
import type { ConsentTag } from '../../core/consent-tags';

const withdrawn = new Set<string>();
let hear: () => void = () => undefined;

const markOf = (userId: string, tag: ConsentTag) => `${tag} ${userId}`;

export function noteChoice(userId: string, tag: ConsentTag, choice: 'accepted' | 'withdrawn'): void {
  if (choice === 'withdrawn') withdrawn.add(markOf(userId, tag));
  else withdrawn.delete(markOf(userId, tag));
  hear();
}

export function isWithdrawnHere(userId: string, tag: ConsentTag): boolean {
  return withdrawn.has(markOf(userId, tag));
}

export function onChoice(listener: () => void): void {
  hear = listener;
}
