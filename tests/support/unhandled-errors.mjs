/**
 * A reporter of vitest: writes the errors that belong to no test, which vitest's own JSON report leaves out. Each of them fails the run, so it
 * has to be said again at its end.
 */
import { writeFileSync } from 'node:fs';

/** The variable that says where to write. */
export const UNHANDLED_ERRORS_FILE = 'AYO_UNHANDLED_ERRORS_FILE';

export default class UnhandledErrors {
  /** @param {readonly unknown[]} _modules @param {readonly { message: string, stack?: string, type?: string, VITEST_TEST_PATH?: string }[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env[UNHANDLED_ERRORS_FILE];
    if (file === undefined) throw new Error(`${UNHANDLED_ERRORS_FILE} is not set`);
    const texts = errors.map((error) => [error.type, error.VITEST_TEST_PATH, error.stack ?? error.message].filter(Boolean).join('\n'));
    writeFileSync(file, JSON.stringify(texts));
  }
}
