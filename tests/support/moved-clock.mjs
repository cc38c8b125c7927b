/**
 * Moves the clock of a platform's process, which loads this file before anything else (`NODE_OPTIONS=--import …`): its time
 * is this machine's plus the milliseconds in the file of `AYO_TEST_CLOCK`. Answers carry the moved time in the header
 * `Date`, like those of a platform whose clock is correct.
 */
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const READ_INTERVAL_MS = 20;
/**
 * `Reflect.get` avoids the name `Date`, because in JavaScript an alias of it hides it from the declarations of other files.
 * @type {DateConstructor}
 */
const RealDate = Reflect.get(globalThis, 'Date');
// The offset is kept between calls, so that not every `Date` reads the file.
let offsetMs = 0;
let readAt = 0;

function offset() {
  const real = RealDate.now();
  if (real - readAt < READ_INTERVAL_MS) return offsetMs;
  readAt = real;
  try {
    offsetMs = Number(readFileSync(process.env['AYO_TEST_CLOCK'] ?? '', 'utf8'));
  } catch {
    // The test has not moved the clock yet.
  }
  return offsetMs;
}

const now = () => RealDate.now() + offset();

// `Reflect.set` replaces an assignment, which the type checker would take for the declaration of this file's own `Date`.
Reflect.set(globalThis, 'Date', new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
}));

ServerResponse.prototype.writeHead = new Proxy(ServerResponse.prototype.writeHead, {
  /** @param {ServerResponse} response */
  apply(target, response, given) {
    if (!response.hasHeader('date')) response.setHeader('date', new Date().toUTCString());
    return Reflect.apply(target, response, given);
  },
});
