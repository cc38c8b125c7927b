import { createClient } from '../../../src/api/http';
import type { Client, ClientOptions } from '../../../src/api/http';

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
}

export type Answer = Response | Error | ((sent: SentRequest) => Response | Promise<Response>);

export interface ScriptedClient {
  readonly client: Client;
  /** Every request, in order. */
  readonly sent: SentRequest[];
}

/** A client whose network gives these answers in order, and repeats the last one. */
export function clientWith(answers: readonly Answer[], options: Partial<ClientOptions> = {}): ScriptedClient {
  const sent: SentRequest[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = { url: input instanceof Request ? input.url : String(input), init };
    sent.push(request);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer === undefined) throw new TypeError('no answer was given to the factory');
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : answer(request);
  };
  return { client: createClient({ baseUrl: '/api', fetch, now: () => 1_000_000, ...options }), sent };
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(body), { ...init, headers });
}

export function html(text: string, init: ResponseInit = {}): Response {
  return new Response(text, { ...init, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A network that never answers. It rejects when the request is aborted, as browsers do. */
export function silence({ init }: SentRequest): Promise<Response> {
  return new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

/** Sends the headers at once, then one byte, and nothing more for ever. */
export function drip(): Response {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([123])) });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/** Sends the headers and a part of the body, and then cuts the connection. */
export function cutOff(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"items": ['));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

export const PROBLEM = { type: 'about:blank', title: 'No', status: 422, code: 'insufficient-funds', detail: 'Too little.' };
