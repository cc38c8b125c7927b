/** A body that goes on for 10 MB, and what became of it. */
const PIECE_BYTES = 16 * 1024;
const WHOLE_BYTES = 10 * 1024 * 1024;

export interface EndlessBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly pieceBytes: number;
  /** Bytes that were asked for so far. */
  readonly sent: () => number;
  /** Whoever read it said that the rest is not wanted. */
  readonly isCanceled: () => boolean;
}

/** `text`, then spaces: JSON that would fit, if it were read to its end. */
export function endlessBody(text: string): EndlessBody {
  const spaces = new Uint8Array(PIECE_BYTES).fill(32);
  let sent = 0;
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = sent === 0 ? new TextEncoder().encode(text) : spaces;
      sent += piece.byteLength;
      if (sent > WHOLE_BYTES) controller.close();
      else controller.enqueue(piece);
    },
    cancel() {
      isCanceled = true;
    },
  });
  return { body, pieceBytes: PIECE_BYTES, sent: () => sent, isCanceled: () => isCanceled };
}
