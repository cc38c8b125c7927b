/** A call to the outside got no answer. Its outcome is unknown, so the caller repeats it with the same reference. */
export class NoAnswerError extends Error {
  override readonly name: string = 'NoAnswerError';
}
