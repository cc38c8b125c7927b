/** A call to the outside got no answer: what became of it is not known, so it is made again with the same reference. */
export class NoAnswerError extends Error {
  override readonly name: string = 'NoAnswerError';
}
