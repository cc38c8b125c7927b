import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withoutSummaries } from '../../../server/tools/summaries-plugin';
import { ROOT } from '../../support/stages.mjs';

const CONTRACT = path.join(ROOT, 'src/core/contract');

it('takes the summary of every call out of the app, and nothing else', async () => {
  let summaries = 0;
  for (const name of await readdir(CONTRACT)) {
    const code = await readFile(path.join(CONTRACT, name), 'utf8');
    const [before, after] = [code.split('\n'), withoutSummaries(code).split('\n')];
    const gone = before.filter((line, at) => after[at] !== line);
    summaries += gone.length;
    expect([after.length, gone.every((line) => line.startsWith('  summary: '))], name).toEqual([before.length, true]);
    // The type alone has the word then.
    expect(after.filter((line) => /^\s*summary: ['"`]/.test(line)), name).toEqual([]);
  }
  expect(summaries).toBeGreaterThan(100);
});
