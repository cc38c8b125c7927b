/** Whether a text is `YYYY-MM-DD` of a day that exists. */
export function isDay(day: string): boolean {
  // Null for a day that does not exist, whatever the types say.
  const read = new Date(`${day}T00:00:00Z`).toJSON() as string | null;
  return read?.startsWith(day) === true;
}
