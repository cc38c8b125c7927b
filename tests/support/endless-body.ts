/** Makes a body of 10 MB, and reports how much of it was read. */
const PIECE_BYTES = 16 * 1024;
const WHOLE_BYTES = 10 * 1024 * 1024;

export interface EndlessBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly pieceBytes: number;
  /** Returns the bytes that were read so far. */
  readonly sent: () => number;
  /** Says whether the reader canceled the rest. */
  readonly isCanceled: () => boolean;
}

/** The body is `text` and then spaces, so it would be good JSON if it were read to its end. */
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
