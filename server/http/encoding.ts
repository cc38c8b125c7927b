/** Compresses answers as far as the caller accepts it, because players pay for every byte. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Chooses the best available encoding that `Accept-Encoding` allows. */
export function chooseEncoding(header: string | undefined, isAvailable: (encoding: 'br' | 'gzip') => boolean): Encoding {
  const weights = new Map(
    (header ?? '').split(',').map((each) => {
      const [name = '', ...parameters] = each.trim().toLowerCase().split(';');
      const weight = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1];
      return [name.trim(), Number(weight ?? 1)] as const;
    }),
  );
  for (const encoding of ['br', 'gzip'] as const) {
    if (isAvailable(encoding) && (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) return encoding;
  }
  return 'identity';
}

/** A smaller answer fits into one packet anyway. */
const MIN_BYTES = 1_400;
/** This quality has most of the gain at a tenth of the time of the highest one. */
const BROTLI_QUALITY = 5;

/** For a body that is compressed once and sent often. */
const BROTLI_QUALITY_ONCE = 9;

type Compress = Readonly<Record<'br' | 'gzip', (text: string | Buffer) => Promise<Buffer>>>;

const makeCompress = (brotliQuality: number): Compress => ({
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (text) => promisify(gzip)(text),
});

const COMPRESS = makeCompress(BROTLI_QUALITY);
/** Compresses a body that is kept. */
export const compressOnce = makeCompress(BROTLI_QUALITY_ONCE);

/**
 * Sends JSON text, compressed where it is large. Only for calls that read: the length of a compressed answer that has a secret
 * beside text of the caller's choice would give the secret away.
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8');
  if (Buffer.byteLength(text) < MIN_BYTES) return reply.send(text);
  const encoding = chooseEncoding(request.headers['accept-encoding'], () => true);
  void reply.header('vary', 'accept-encoding');
  if (encoding === 'identity') return reply.send(text);
  return reply.header('content-encoding', encoding).send(await COMPRESS[encoding](text));
}
