/**
 * Loaded into a platform's process before anything else (`NODE_OPTIONS=--import …`): its time is this machine's plus the
 * milliseconds that stand in the file of `AYO_TEST_CLOCK`. Answers carry the moved time in `Date`, as a platform's do whose
 * clock is right.
 */
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const READ_AGAIN_MS = 20;
/**
 * Not by its name: an alias in JavaScript hides it from the declarations of the other files.
 * @type {DateConstructor}
 */
const RealDate = Reflect.get(globalThis, 'Date');
let movedBy = 0;
let readAt = 0;

function offset() {
  const real = RealDate.now();
  if (real - readAt < READ_AGAIN_MS) return movedBy;
  readAt = real;
  try {
    movedBy = Number(readFileSync(process.env['AYO_TEST_CLOCK'] ?? '', 'utf8'));
  } catch {
    // Not moved yet.
  }
  return movedBy;
}

const now = () => RealDate.now() + offset();

// Not by an assignment: to the type checker that would make a `Date` of this file's own out of everybody's.
Reflect.set(globalThis, 'Date', new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
}));

ServerResponse.prototype.writeHead = new Proxy(ServerResponse.prototype.writeHead, {
  /** @param {ServerResponse} response */
  apply(target, response, given) {
    if (!response.hasHeader('date')) response.setHeader('date', new Date().toUTCString());
    return Reflect.apply(target, response, given);
  },
});
