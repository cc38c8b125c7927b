import { beforeAll, describe, expect, it } from 'vitest';
import { rulesBrokenBy, type BrokenRules } from '../../support/lint-fixture';

/** The rules about the language itself, each with a text that it refuses. */
const REFUSED: readonly (readonly [rule: string, text: string])[] = [
  ['eqeqeq', 'export const a = (b: unknown) => b == null;'],
  ['no-alert', "alert('won');"],
  ['no-array-constructor', 'export const a = new Array(0, 1);'],
  ['no-eval', "eval('1');"],
  ['no-new-func', "export const a = new Function('return 1');"],
  ['no-unused-expressions', 'export const a = (b: number) => { b + 1; };'],
  ['no-useless-constructor', 'export class A { b = 1; constructor() {} }'],
  ['no-var', 'export var a = 1;'],
  ['object-shorthand', 'export const a = (b: number) => ({ b: b });'],
  ['prefer-const', 'let a = 1;\nexport const b = a;'],
  ['prefer-rest-params', 'export function a() { return arguments; }'],
  ['prefer-spread', 'export const a = (f: (...b: number[]) => void, b: number[]) => f.apply(undefined, b);'],
  ['ban-ts-comment', '// @ts-expect-error\nexport const a: number = 1;'],
  ['ban-ts-comment', '// @ts-expect-error short\nexport const a: number = 1;'],
  ['ban-ts-comment', '// @ts-ignore: with a long reason behind it\nexport const a: number = 1;'],
  ['ban-ts-comment', '// @ts-nocheck: with a long reason behind it\nexport const a: number = 1;'],
  ['consistent-type-assertions', 'export const a = (b: unknown) => <string>b;'],
  ['no-duplicate-enum-values', 'export enum A { B = 1, C = 1 }'],
  ['no-dynamic-delete', 'export const a = (b: Record<string, 1>, c: string) => { delete b[c]; };'],
  ['no-empty-object-type', 'export type A = {};'],
  ['no-explicit-any', 'export const a = (b: any): unknown => b;'],
  ['no-extra-non-null-assertion', 'export const a = (b: string | null) => b!!;'],
  ['no-extraneous-class', 'export class A { static b = 1; }'],
  ['no-invalid-void-type', 'export type A = (b: void) => number;'],
  ['no-misused-new', 'export interface A { new (): A; }'],
  ['no-namespace', 'export namespace A { export const b = 1; }'],
  ['no-non-null-asserted-nullish-coalescing', "export const a = (b: { c: string | null }) => b.c! ?? '';"],
  ['no-non-null-asserted-optional-chain', 'export const a = (b?: { c: string }) => b?.c!;'],
  ['no-non-null-assertion', 'export const a = (b: string | null) => b!;'],
  ['no-require-imports', "export const a: unknown = require('a');"],
  ['no-this-alias', 'export class A { b() { const self = this; return self; } }'],
  ['no-unnecessary-type-constraint', 'export const a = <T extends unknown>(b: T): T[] => [b];'],
  ['no-unsafe-declaration-merging', 'export interface A { b: 1 }\nexport class A { c = 1; }'],
  ['no-unsafe-function-type', 'export type A = Function;'],
  ['no-wrapper-object-types', 'export type A = String;'],
  ['prefer-as-const', "export const a: 'b' = 'b';"],
  ['prefer-literal-enum-member', "const b = 'b';\nexport enum A { B = `${b}` }"],
  ['prefer-namespace-keyword', 'declare module A { const b: 1; }\nexport type B = typeof A.b;'],
  ['triple-slash-reference', '/// <reference path="./a.d.ts" />\nexport const a = 1;'],
  ['unified-signatures', 'export interface A { b(c: string): void; b(c: number): void; }'],
];

const refused = REFUSED.map(([rule, text], n) => ({ rule, text, file: `src/core/case-${n}.ts` }));

/** One that the linter has of its own and one of ours, in every place that holds code. */
const EVERYWHERE = ['src/data/a.ts', 'src/boot.tsx', 'sw/a.ts', 'server/a.ts', 'tests/unit/data/a.ts', 'tests/support/a.mjs', 'vite.config.ts', '.dependency-cruiser.cjs'];
const WIDE_VAR = `var a${'a'.repeat(150)} = 1;\n`;

let broken: BrokenRules = new Map();
beforeAll(async () => {
  const files = [...refused.map(({ file, text }) => [file, `${text}\n`]), ...EVERYWHERE.map((file) => [file, WIDE_VAR])];
  broken = await rulesBrokenBy(Object.fromEntries(files) as Record<string, string>);
}, 60_000);

describe('what the linter refuses in the language', () => {
  it.each(refused)('$rule: $text', ({ file, rule }) => {
    expect(broken.get(file)).toContain(rule);
  });

  it.each(EVERYWHERE)('%s is checked', (file) => {
    expect(broken.get(file)).toEqual(expect.arrayContaining(['no-var', 'max-width']));
  });
});
