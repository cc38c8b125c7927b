import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, tool } from '../../support/stages.mjs';

/** What is refused, a file it is refused in, and the rule. Oxlint's, which need types or are React's, are in the lists below. */
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
    'navigator.serviceWorker as a part of a default outside its bridge',
    'src/bridge/boot.ts',
    'export const has = ({ serviceWorker }: Partial<Navigator> = navigator) => Boolean(serviceWorker);\n',
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
  ['a variable that nobody reads', 'export const a = (): void => { const b = 1; };', 'no-unused-vars'],
  ['a value of any', "export const a: string = JSON.parse('1');", 'no-unsafe-assignment'],
];

const state = "import { useState } from 'react';\n";
const ref = "import { useRef } from 'react';\n";
const REFUSED_IN_REACT: readonly (readonly [what: string, text: string, rule: string])[] = [
  ['a hook under a condition', `${state}export function A(p: { on: boolean }) { if (p.on) useState(1); return null; }`, 'rules-of-hooks'],
  [
    'an effect that does not see a change',
    "import { useEffect } from 'react';\nexport function A(p: { to(): void }) { useEffect(() => p.to(), []); return null; }",
    'exhaustive-deps',
  ],
  ['chance in a drawing', 'export function A() { const x = Math.random(); return <b>{x}</b>; }', 'purity'],
  ['a clock in a drawing', 'export function A() { const x = Date.now(); return <b>{x}</b>; }', 'purity'],
  ['a ref that is read while drawing', `${ref}export function A() { const r = useRef(0); return <b>{r.current}</b>; }`, 'refs'],
  ['a ref that is written while drawing', `${ref}export function A() { const r = useRef(0); r.current = 2; return <b />; }`, 'refs'],
  ['state that is changed in place', `${state}export function A() { const [s] = useState({ a: 1 }); s.a = 2; return <b>{s.a}</b>; }`, 'immutability'],
  ['a global that a drawing sets', 'let n = 0;\nexport function A() { n = 1; return <b>{n}</b>; }', 'globals'],
  [
    'a drawing that asks for the next one',
    `${state}export function A() { const [n, set] = useState(0); set(n + 1); return <b>{n}</b>; }`,
    'set-state-in-render',
  ],
  [
    'an effect that only sets state',
    "import { useEffect, useState } from 'react';\n" +
      'export function A() { const [n, set] = useState(0); useEffect(() => { set(1); }, []); return <b>{n}</b>; }',
    'set-state-in-effect',
  ],
  ['a component made while drawing', `${state}export function A() { const [n] = useState(0); const B = () => <b>{n}</b>; return <B />; }`, 'static-components'],
  ['a promise that is memoized', "import { useMemo } from 'react';\nexport const useA = (v: number) => useMemo(async () => v, [v]);", 'use-memo'],
  ['a component in a try', 'const B = () => <b />;\nexport function A() { try { return <B />; } catch { return null; } }', 'error-boundaries'],
];

const ALLOWED: readonly (readonly [what: string, file: string, text: string])[] = [
  [
    'the bridge to the service worker may touch navigator.serviceWorker',
    'src/bridge/update/service-worker-container.ts',
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
  const cases = [
    ...REFUSED_BY_TYPE.map(([what, text, rule], n) => ({ what, text, rule, file: `by-type/case-${n}.ts` })),
    ...REFUSED_IN_REACT.map(([what, text, rule], n) => ({ what, text, rule, file: `src/ui/case-${n}.tsx` })),
  ];
  let folder = '';
  let report = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ayo-oxlint-'));
    const compilerOptions = { strict: true, target: 'es2023', jsx: 'preserve', types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    // Which files are React's is said by their folders, seen from the configuration.
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const { file, text } of cases) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    }
    const args = [tool('oxlint/bin/oxlint'), '--config', '.oxlintrc.json', '--format', 'unix'];
    try {
      const env = { ...process.env, OXLINT_TSGOLINT_PATH: tool(`@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`) };
      report = execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    } catch (error) {
      // It complained, as it should.
      report = String((error as { stdout?: unknown }).stdout);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(cases)('$what', ({ file, rule }) => {
    const lines = report.split('\n').filter((line) => line.includes(`${file}:`));
    expect(lines.join('\n'), report).toContain(`(${rule})`);
  });
});

describe('what eslint allows', () => {
  it.each(ALLOWED)('%s (%s)', async (_what, file, text) => {
    expect(await rulesAgainst(file, text)).toEqual([]);
  });
});
