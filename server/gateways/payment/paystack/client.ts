import * as z from 'zod/mini';
import { parseJsonOrNull } from '../parse-json';
import { GatewayUnavailableError } from '../port';

export interface PaystackDeps {
  /** Without a slash at the end; `https://api.paystack.co` except in tests. */
  readonly baseUrl: string;
  /** The secrets that may sign notifications, the one for our own calls first. */
  readonly secretKeys: readonly [string, ...string[]];
  readonly fetch: typeof fetch;
  /** The time to wait for an answer with its body. */
  readonly deadlineMs?: number;
}

/** This is shorter than the cashier's deadline for a start (10 s) and longer than the one for a check (5 s), which ends the waiting itself. */
const DEADLINE_MS = 8_000;
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** Every answer of Paystack is in this envelope. */
const envelope = z.object({ status: z.boolean(), message: z.string(), code: z.optional(z.nullable(z.string())), data: z.optional(z.unknown()) });

export interface PaystackRefusal {
  readonly ok: false;
  readonly status: number;
  /** Paystack's error code, for instance `duplicate_reference`. */
  readonly code: string;
  readonly message: string;
}
export type PaystackAnswer<T> = { readonly ok: true; readonly data: T } | PaystackRefusal;

export interface PaystackCall<T> {
  readonly method: 'GET' | 'POST';
  /** The path with its query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly data: z.ZodMiniType<T>;
}

/**
 * Calls Paystack's API. Any answer that is not a clear yes or no (no answer in time, 5xx, 429, a wrong key, an unknown envelope) is thrown
 * as GatewayUnavailableError: the outcome is unknown, not failed. The error's text never contains the key.
 */
export async function callPaystack<T>(
  { baseUrl, secretKeys, fetch: send, deadlineMs = DEADLINE_MS }: PaystackDeps,
  call: PaystackCall<T>,
): Promise<PaystackAnswer<T>> {
  const { status, text } = await sendRequest(send, `${baseUrl}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${secretKeys[0]}`,
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
  });
  const name = `${call.method} ${call.path.split('?')[0] ?? ''}`;
  if (status >= 500 || status === 429 || status === 408) throw new GatewayUnavailableError(`Paystack answered ${name} with ${status}`);
  // A wrong or withdrawn key says nothing about the payment.
  if (status === 401 || status === 403) throw new GatewayUnavailableError(`Paystack refuses PAYSTACK_SECRET_KEY (${name}, ${status})`);
  const parsed = envelope.safeParse(parseJsonOrNull(text));
  if (!parsed.success) throw new GatewayUnavailableError(`Paystack answered ${name} with ${status} and something other than its envelope`);
  if (status >= 400 || !parsed.data.status) {
    return { ok: false, status, code: parsed.data.code ?? '', message: parsed.data.message };
  }
  const data = call.data.safeParse(parsed.data.data);
  if (!data.success) throw new GatewayUnavailableError(`Paystack answered ${name} in an unknown shape`);
  return { ok: true, data: data.data };
}

async function sendRequest(send: typeof fetch, url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await send(url, init);
    const length = Number(response.headers.get('content-length') ?? 0);
    if (length > MAX_ANSWER_BYTES) {
      await response.body?.cancel();
      throw new GatewayUnavailableError('Paystack answered far too much');
    }
    // The deadline covers the body, too.
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof GatewayUnavailableError) throw error;
    throw new GatewayUnavailableError('Paystack did not answer', { cause: error });
  }
}
