import { beforeAll, describe, expect, it } from 'vitest';
import { rulesBrokenBy, type BrokenRules } from '../../support/lint-fixture';

type Example = readonly [what: string, text: string, rule: string];

const REFUSED_BY_TYPE: readonly Example[] = [
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
const REFUSED_IN_REACT: readonly Example[] = [
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

const cases = [
  ...REFUSED_BY_TYPE.map(([what, text, rule], n) => ({ what, text, rule, file: `by-type/case-${n}.ts` })),
  ...REFUSED_IN_REACT.map(([what, text, rule], n) => ({ what, text, rule, file: `src/ui/case-${n}.tsx` })),
];

/** The data layer was once left out, because its folder has the name of one that holds no code. */
const EVERYWHERE = ['src/data/a.ts', 'tests/unit/data/a.ts', 'server/a.ts', 'sw/a.ts', 'tests/support/a.mjs', 'vite.config.ts'];
const FORGOTTEN = 'export const a = () => { Promise.resolve(1); };\n';

let broken: BrokenRules = new Map();
beforeAll(async () => {
  const files = [...cases.map(({ file, text }) => [file, `${text}\n`]), ...EVERYWHERE.map((file) => [file, FORGOTTEN])];
  broken = await rulesBrokenBy(Object.fromEntries(files) as Record<string, string>);
}, 60_000);

describe('what the linter refuses by types, and in what React draws', () => {
  it.each(cases)('$what', ({ file, rule }) => {
    expect(broken.get(file)).toContain(rule);
  });

  it.each(EVERYWHERE)('types are read in %s', (file) => {
    expect(broken.get(file)).toContain('no-floating-promises');
  });
});
