/** Returns true if a text is `YYYY-MM-DD` of a day that exists. */
export function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00:00Z`);
  // A day that does not exist is no date, or another day.
  return Number.isFinite(start.getTime()) && start.toJSON().startsWith(day);
}
