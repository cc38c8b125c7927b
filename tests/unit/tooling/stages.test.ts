import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findStrayColours } from '../../support/lint.mjs';
import { BACKGROUND, oneCheck, playwrightCounts, runNode, vitestCounts, vitestFailures } from '../../support/stages.mjs';
import UnhandledErrors, { UNHANDLED_ERRORS_FILE } from '../../support/unhandled-errors.mjs';
import { report, runStages } from '../../support/table.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayo-stages-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const ended = (code: number) => ({ code, ms: 1200 });

function saved(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const vitestReport = (given: object) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...given,
});

describe('counting what a stage ran', () => {
  it('a tool without a report is one check', () => {
    expect(oneCheck(ended(0))).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(oneCheck(ended(2))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('a missing report is a failure', () => {
    expect(vitestCounts(ended(0), join(folder, 'none.json')).failed).toBe(1);
    expect(playwrightCounts(ended(0), join(folder, 'none.json')).failed).toBe(1);
  });

  it('a run in which nothing ran is a failure', () => {
    expect(vitestCounts(ended(0), saved(vitestReport({}))).failed).toBe(1);
  });

  it('a test file that can not be loaded counts as a failure beside the tests that ran', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const path = saved(vitestReport({ numPassedTests: 4, numFailedTests: 1, testResults: [broken] }));
    expect(vitestCounts(ended(1), path)).toEqual({ passed: 4, failed: 2, skipped: 0 });
  });

  it('a run that ends badly after its last test has failed', () => {
    expect(vitestCounts(ended(1), saved(vitestReport({ numPassedTests: 4 })))).toMatchObject({ passed: 4, failed: 1 });
  });

  it('browser tests are counted as their report says', () => {
    const path = saved({ stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 2 } });
    expect(playwrightCounts(ended(1), path)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });
});

describe('what failed', () => {
  const file = (given: object) => ({ status: 'failed', name: join(folder, 'a.test.ts'), message: '', assertionResults: [], ...given });

  it('is said with its file, its name and the first lines of why', () => {
    const fails = { status: 'failed', fullName: 'MT1 holds', failureMessages: ['missing: bonus expired\n    at somewhere'] };
    const passes = { status: 'passed', fullName: 'MT2 holds', failureMessages: [] };
    const path = saved(vitestReport({ testResults: [file({ assertionResults: [passes, fails] })] }));
    expect(vitestFailures(path)).toEqual([expect.stringMatching(/a\.test\.ts: MT1 holds\nmissing: bonus expired\n/)]);
  });

  it('is a whole file that could not be loaded, too', () => {
    const path = saved(vitestReport({ testResults: [file({ message: 'no such module' })] }));
    expect(vitestFailures(path)).toEqual([expect.stringContaining('a.test.ts: no such module')]);
  });

  it('is an error outside of every test, too, with where it came from', () => {
    const errors = join(folder, 'errors.json');
    vi.stubEnv(UNHANDLED_ERRORS_FILE, errors);
    new UnhandledErrors().onTestRunEnd([], [{ message: 'late', stack: 'Error: late\n    at somewhere', type: 'Unhandled Rejection' }]);
    expect(vitestFailures(saved(vitestReport({})), errors)).toEqual([expect.stringContaining('Unhandled Rejection\nError: late\n')]);
  });

  it('stands once more above the table', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const counts = { passed: 0, failed: 1, skipped: 0 };
    report(await runStages([{ name: 'unit', run: () => Promise.resolve({ ...ended(1), counts, failures: ['a.test.ts: b'] }) }]));
    expect(log.mock.calls.flat()).toContain('\nfailed in unit: a.test.ts: b');
  });
});

describe('a whole run', () => {
  const stage = (name: string, passed: number, failed: number) => ({
    name,
    run: () => Promise.resolve({ ...ended(failed === 0 ? 0 : 1), counts: { passed, failed, skipped: 0 } }),
  });

  it('goes on after a failing stage, ends with one plain line and with exit code 1', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const code = report(await runStages([stage('types', 0, 1), stage('unit', 41, 0)]));
    expect(log.mock.lastCall?.[0]).toBe('\n41 passed, 1 failed');
    expect(code).toBe(1);
  });

  it('ends with exit code 0 only when everything passed', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(report(await runStages([stage('types', 1, 0), stage('unit', 41, 0)]))).toBe(0);
  });

  it('a program that ends badly, or is killed, has not code 0', async () => {
    expect((await runNode(['--eval', 'process.exit(3)'])).code).toBe(3);
    expect((await runNode(['--eval', "process.kill(process.pid, 'SIGKILL')"])).code).toBe(1);
  });

  it('a program of the background runs with its niceness, and its own programs do', async () => {
    const nice = Math.min(19, getPriority() + BACKGROUND);
    // The priority is set once the program is there.
    const reads = `const wait = () => require('os').getPriority() === ${nice} ? process.exit(7) : setTimeout(wait, 5); wait();`;
    expect((await runNode(['--eval', reads], {}, nice)).code).toBe(7);
  });
});

describe('colours in style sheets', () => {
  it('are refused outside the tokens, and comments and selectors are no colours', () => {
    mkdirSync(join(folder, 'ui'));
    writeFileSync(join(folder, 'ui/tokens.css'), ':root { --ground: #0E0B2B; }\n');
    writeFileSync(join(folder, 'ui/a.css'), '/* #fff */\n#face { color: var(--text); }\n.b { color: #FFC72C; }\n');
    writeFileSync(join(folder, 'ui/b.css'), '.c { background: rgb(0 0 0 / 50%); }\n');
    expect(findStrayColours(folder).map((stray) => stray.slice(folder.length + 1))).toEqual(['ui/a.css:3 #FFC72C', 'ui/b.css:1 rgb(']);
  });
});
