/** Requests that no well-behaved client sends: unusual paths, repeated headers, any method. */
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Problem } from '../../src/core/contract/problem';

export interface RawRequest {
  readonly method?: string;
  /** The path is sent unchanged. */
  readonly path: string;
  /** Names and values in turn; a name may occur twice. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** Returns the body as a problem; throws when it is not one. */
  problem(): Problem;
}

export function rawRequest(baseUrl: string, { method = 'GET', path, headers = [], body }: RawRequest): Promise<RawResponse> {
  const { hostname, port, host } = new URL(baseUrl);
  const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))];
  return new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, method, path, headers: ['host', host, ...headers, ...length], agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, problem: () => JSON.parse(text) as Problem });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Opens a connection, sends `text`, and resolves with the whole answer once the other side has closed the connection. */
export function sendAndWaitForTheEnd(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}
