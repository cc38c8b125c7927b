/** Converts the instant until which a game is hidden: to and from the minute in Lagos that admins read and type. Pure. */
import { lagosDay, clockTime } from '../time';

const LOCAL_MINUTE = /^(20\d\d-\d\d-\d\d)[T ](\d\d:\d\d)(?::00(?:\.0+)?)?(Z|[+-]\d\d:\d\d)?$/;

/** `2026-12-01T09:00`, the minute in Lagos. */
export function lagosMinute(atMs: number): string {
  return `${lagosDay(atMs)}T${clockTime(atMs)}`;
}

/**
 * Reads a whole minute that is of this century in Lagos, so that it can be written and read again. A text without an offset is a time in Lagos.
 * Null for everything else, for days that no month has as well.
 */
export function readLagosMinute(text: string): number | null {
  const [, day = '', time = '', offset = '+01:00'] = LOCAL_MINUTE.exec(text.trim()) ?? [];
  const atMs = Date.parse(`${day}T${time}:00${offset}`);
  if (Number.isNaN(atMs)) return null;
  // The parser turns 31 February into a day of March.
  const isRealDay = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  const isOfCentury = lagosDay(atMs).startsWith('20');
  return isRealDay && isOfCentury && !time.startsWith('24') ? atMs : null;
}
