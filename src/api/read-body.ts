/** No answer of a platform is this big, except the catalogue; a bigger one is refused before it fills the memory. */
export const MAX_ANSWER_BYTES = 256 * 1024;
export const MAX_CATALOGUE_BYTES = 1024 * 1024;

/** The body as text, or null when it has more than `maxBytes` bytes. Rejects when the connection breaks off. */
export async function readBody(response: Response, maxBytes = MAX_ANSWER_BYTES): Promise<string | null> {
  if (response.body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      // The rest is not needed, so it does not matter whether the stream can be cancelled.
      reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
