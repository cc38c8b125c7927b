import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, tool } from '../../support/stages.mjs';

/** What is refused, a file it is refused in, and the rule. Rules that need types, which are oxlint's, are in the second list. */
const REFUSED: readonly (readonly [what: string, file: string, text: string, rule: string])[] = [
  [
    'HTML from a string in JSX',
    'src/pages/help/HelpPage.tsx',
    "export const Help = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;\n",
    'no-restricted-syntax',
  ],
  [
    'HTML from a string in the DOM',
    'src/app/a.ts',
    "export const show = (node: Element) => { node.innerHTML = 'x'; };\n",
    'no-restricted-syntax',
  ],
  [
    'navigator.serviceWorker outside its bridge',
    'src/app/a.ts',
    "export const ready = navigator.serviceWorker.ready;\n",
    'no-restricted-syntax',
  ],
  [
    'asking whether there is a service worker outside its bridge',
    'src/bridge/sync-worker.ts',
    "export const has = 'serviceWorker' in navigator;\n",
    'no-restricted-syntax',
  ],
  [
    'a colour in a component',
    'src/ui/Button.tsx',
    "export const Button = () => <b style={{ color: '#FFC72C' }} />;\n",
    'no-restricted-syntax',
  ],
  ['an API that the oldest browsers served do not have', 'src/pages/a.ts', "export const has = URL.canParse('/');\n", 'no-restricted-properties'],
  ['a clock in the core', 'src/core/a.ts', 'export const at = () => Date.now();\n', 'no-restricted-syntax'],
  ['randomness in the core', 'src/core/a.ts', 'export const roll = () => Math.random();\n', 'no-restricted-syntax'],
  ['the console in the page', 'src/state/a.ts', "console.log('balance');\n", 'no-console'],
  ['the console on the platform', 'server/app.ts', "console.log('balance');\n", 'no-console'],
  ['what only a worker has, in a folder that the page shares', 'src/data/a.ts', 'postMessage(1);\n', 'no-restricted-globals'],
  ["zod's big build", 'server/a.ts', "import * as z from 'zod';\nexport const s = z;\n", 'no-restricted-imports'],
  ['any', 'src/core/a.ts', 'export const a = (b: any): unknown => b;\n', '@typescript-eslint/no-explicit-any'],
  [
    'a suppressed type error without a reason',
    'src/core/a.ts',
    '// @ts-expect-error\nexport const a: number = 1;\n',
    '@typescript-eslint/ban-ts-comment',
  ],
  [
    'a suppressed rule without a reason',
    'src/core/a.ts',
    '// eslint-disable-next-line no-var\nexport var a = 1;\n',
    'ayo/disable-with-reason',
  ],
  [
    'a suppression of nothing',
    'src/core/a.ts',
    '// eslint-disable-next-line no-var -- because of the old browsers\nexport const a = 1;\n',
    'unused',
  ],
  [
    'a hook under a condition',
    'src/ui/Age.tsx',
    "import { useState } from 'react';\nexport function Age(p: { on: boolean }) {\n  if (p.on) useState(1);\n  return null;\n}\n",
    'react-hooks/rules-of-hooks',
  ],
  ['a test that is left out', 'tests/unit/a.test.ts', "it.skip('pays', () => undefined);\n", 'no-restricted-syntax'],
  ['a sleep in a browser test', 'tests/e2e/a.spec.ts', 'await page.waitForTimeout(500);\n', 'no-restricted-syntax'],
  ['a file of 351 lines', 'src/core/a.ts', '//\n'.repeat(351), 'max-lines'],
];

const REFUSED_BY_TYPE: readonly (readonly [what: string, text: string, rule: string])[] = [
  ['a promise nobody waits for', 'export const a = () => { Promise.resolve(1); };', 'no-floating-promises'],
  [
    'a promise as a condition',
    'export const a = async (p: Promise<boolean>) => { if (p) await p; };',
    'no-misused-promises',
  ],
  [
    'a state that is forgotten',
    "export function a(s: 'sent' | 'unknown') { switch (s) { case 'sent': return 1; } return 0; }",
    'switch-exhaustiveness-check',
  ],
  ['a value of any', "export const a: string = JSON.parse('1');", 'no-unsafe-assignment'],
];

const ALLOWED: readonly (readonly [what: string, file: string, text: string])[] = [
  [
    'the bridge to the service worker may touch navigator.serviceWorker',
    'src/bridge/update/service-worker.ts',
    'export const ready = () => navigator.serviceWorker.ready;\n',
  ],
  ['a tool may print', 'server/tools/start.ts', "console.log('listening');\n"],
  [
    'a suppression with a reason passes',
    'src/core/a.ts',
    '// eslint-disable-next-line no-var -- an example in a test\nexport var a = 1;\n',
  ],
];

/** The files need not exist. */
const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: '.eslint.config.mjs' });

async function rulesAgainst(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? (/unused/i.test(message) ? 'unused' : message));
}

describe('what eslint refuses', () => {
  it.each(REFUSED)('%s (%s)', async (_what, file, text, rule) => {
    expect(await rulesAgainst(file, text)).toContain(rule);
  });
});

describe('what oxlint refuses', () => {
  let folder = '';
  let report = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ayo-oxlint-'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, target: 'es2023', types: [] } }));
    REFUSED_BY_TYPE.forEach(([, text], n) => writeFileSync(join(folder, `case-${n}.ts`), `${text}\n`));
    const args = [tool('oxlint/bin/oxlint'), '--config', join(ROOT, '.oxlintrc.json'), '--format', 'unix'];
    try {
      report = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      // It complained, as it should.
      report = String((error as { stdout?: unknown }).stdout);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(REFUSED_BY_TYPE.map(([what, , rule], n) => [what, rule, n] as const))('%s', (_what, rule, n) => {
    const lines = report.split('\n').filter((line) => line.includes(`case-${n}.ts:`));
    expect(lines.join('\n'), report).toContain(`typescript(${rule})`);
  });
});

describe('what eslint allows', () => {
  it.each(ALLOWED)('%s (%s)', async (_what, file, text) => {
    expect(await rulesAgainst(file, text)).toEqual([]);
  });
});
