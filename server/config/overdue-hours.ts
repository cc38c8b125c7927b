/** Reads the hours after which work of the desk is mailed about. Pure. */
import { WORK_KINDS } from '../../src/core/contract/today';
import type { WorkKind } from '../../src/core/contract/today';

export type OverdueHours = Readonly<Partial<Record<WorkKind, number>>>;

const PAIR = /^([a-z-]+)=(\d{1,4})$/;

/** Reads `approvals=4, messages=48`; undefined for anything else. Cases have times of their own. */
export function parseOverdueHours(text: string): OverdueHours | undefined {
  const hours: Partial<Record<WorkKind, number>> = {};
  for (const part of text.split(',')) {
    const [, name, value] = PAIR.exec(part.trim()) ?? [];
    const kind = WORK_KINDS.find((each) => each === name && each !== 'cases');
    if (kind === undefined) return undefined;
    hours[kind] = Number(value);
  }
  return hours;
}
