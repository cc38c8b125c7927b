/**
 * Keeps an answer that is the same for everybody as text and compressed, under its tag. Making and compressing a long list for each caller
 * would take most of the process's time.
 */
import { chooseEncoding, compressOnce } from './encoding';
import type { Encoding } from './encoding';

export interface KeptBody {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

export interface KeptBodies {
  /** Returns the body under the tag in the best form that `acceptEncoding` allows, and makes its text where it is not kept. */
  find(tag: string, acceptEncoding: string | undefined, makeText: () => Promise<string>): Promise<KeptBody>;
}

/** An old tag is still asked for by calls that read it before the change. */
const MAX_TAGS = 2;

interface Forms {
  readonly text: Promise<Buffer>;
  readonly compressed: Map<Encoding, Promise<Buffer>>;
}

/** Keeps the bodies of one call. Whoever asks while a body is being made waits for that one. */
export function createKeptBodies(): KeptBodies {
  const formsByTag = new Map<string, Forms>();

  function formsOf(tag: string, makeText: () => Promise<string>): Forms {
    const kept = formsByTag.get(tag);
    if (kept !== undefined) return kept;
    const forms: Forms = { text: makeText().then((text) => Buffer.from(text)), compressed: new Map() };
    // What could not be made is tried again by the next call.
    forms.text.catch(() => formsByTag.delete(tag));
    formsByTag.set(tag, forms);
    const [oldest = tag] = formsByTag.keys();
    if (formsByTag.size > MAX_TAGS) formsByTag.delete(oldest);
    return forms;
  }

  return {
    find: async (tag, acceptEncoding, makeText) => {
      const { text, compressed } = formsOf(tag, makeText);
      const encoding = chooseEncoding(acceptEncoding, () => true);
      if (encoding === 'identity') return { bytes: await text, encoding };
      const bytes = compressed.get(encoding) ?? text.then((each) => compressOnce[encoding](each));
      bytes.catch(() => compressed.delete(encoding));
      compressed.set(encoding, bytes);
      return { bytes: await bytes, encoding };
    },
  };
}
