/** Passes answers of the platform on, unchanged or damaged by a fault. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Fault } from './rules';

export const HUGE_BYTES = 10 * 1024 * 1024;
const DRIP_MS = 1_000;
const PIECE = Buffer.alloc(64 * 1024, ' ');

/** Headers that belong to one connection. */
const OF_CONNECTION = /^(?:connection|keep-alive|transfer-encoding)$/;
const OF_BODY = /^content-(?:length|encoding)$/;

/** These faults need to know what is in the body, or change it. */
export function changesBody(fault: Fault | null): boolean {
  return fault !== null && ['drip', 'truncate', 'wrong-schema', 'wrong-currency', 'huge'].includes(fault);
}

function headersOf(answer: IncomingMessage, without: readonly RegExp[]): OutgoingHttpHeaders {
  const keptHeaders = Object.entries(answer.headers).filter(([name]) => !without.some((pattern) => pattern.test(name)));
  return Object.fromEntries(keptHeaders);
}

/** Passes the answer on unchanged, as soon as it comes. */
export function passOn(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, headersOf(answer, [OF_CONNECTION]));
  answer.pipe(response);
  answer.once('error', () => response.destroy());
}

function replaceLists(_name: string, value: unknown): unknown {
  return Array.isArray(value) ? 'none' : value;
}

function damageBody(fault: Fault, text: string): string {
  if (text === '') return text;
  if (fault === 'truncate') return text.slice(0, Math.ceil(text.length / 2));
  if (fault === 'wrong-schema') return JSON.stringify(JSON.parse(text), replaceLists);
  return text.replaceAll('"NGN"', '"USD"');
}

/** Sends one byte a second until the other side closes. */
function drip(response: ServerResponse, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < bytes.length) response.write(bytes.subarray(sent, (sent += 1)));
    else response.end();
  }, DRIP_MS);
  response.once('close', () => clearInterval(timer));
}

/** Sends the body and then 10 MB, no faster than the reader takes them. */
function sendHuge(response: ServerResponse, bytes: Buffer): void {
  let remainingBytes = HUGE_BYTES;
  response.write(bytes);
  const writeMore = (): void => {
    while (remainingBytes > 0) {
      remainingBytes -= PIECE.length;
      if (!response.write(PIECE)) return void response.once('drain', writeMore);
    }
    response.end();
  };
  writeMore();
}

/** Reads the platform's answer to its end, then sends what the fault makes of it. */
export async function passOnSpoilt(fault: Fault, answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  response.writeHead(answer.statusCode ?? 502, headersOf(answer, [OF_CONNECTION, OF_BODY]));
  response.flushHeaders();
  if (fault === 'drip') drip(response, body);
  else if (fault === 'huge') sendHuge(response, body);
  else response.end(damageBody(fault, body.toString()));
}
