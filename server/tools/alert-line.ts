/** Writes an alert in the form of the platform's log, because no server runs in whose log it could stand. */
export function alertLine(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  process.stderr.write(`${JSON.stringify({ level: 'error', at: new Date().toISOString(), event, ...details })}\n`);
}
