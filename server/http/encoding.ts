/** Compressing what goes out, by what the caller takes: players pay for every byte. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that there is and that `Accept-Encoding` takes. */
export function chooseEncoding(header: string | undefined, has: (encoding: 'br' | 'gzip') => boolean): Encoding {
  const taken = new Map(
    (header ?? '').split(',').map((each) => {
      const [name = '', ...parameters] = each.trim().toLowerCase().split(';');
      const weight = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1];
      return [name.trim(), Number(weight ?? 1)] as const;
    }),
  );
  for (const encoding of ['br', 'gzip'] as const) {
    if (has(encoding) && (taken.get(encoding) ?? taken.get('*') ?? 0) > 0) return encoding;
  }
  return 'identity';
}

/** Smaller ones fit into one packet anyway. */
const MIN_BYTES = 1_400;
/** Most of the gain at a tenth of the time of the highest. */
const BROTLI_QUALITY = 5;

const COMPRESS: Readonly<Record<'br' | 'gzip', (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => promisify(gzip)(text),
};

/**
 * Sends JSON text, compressed where it is large. For what is read only: an answer that hands out a secret beside something
 * the caller chose must not tell by its length what the secret is.
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8');
  if (Buffer.byteLength(text) < MIN_BYTES) return reply.send(text);
  const encoding = chooseEncoding(request.headers['accept-encoding'], () => true);
  void reply.header('vary', 'accept-encoding');
  if (encoding === 'identity') return reply.send(text);
  return reply.header('content-encoding', encoding).send(await COMPRESS[encoding](text));
}
