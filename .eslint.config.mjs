/**
 * What is seen without types; `npm run lint` runs it beside oxlint, which has the rules that need them and React's (`.oxlintrc.json`),
 * and dependency-cruiser, which checks who imports whom.
 */
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];
const MAX_LINES = 350;
const MAX_WIDTH = 150;

/** A suppression says why it is right: `// eslint-disable-next-line rule -- because`. */
const disableWithReason = {
  meta: { type: 'problem', schema: [], messages: { why: 'Say after "--" why this rule does not hold here.' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const text = comment.value.trim();
          if (/^(es|ox)lint-disable/.test(text) && !/\s--\s+\S{2,}/.test(text)) {
            context.report({ loc: comment.loc, messageId: 'why' });
          }
        }
      },
    };
  },
};

const is = (selector, message) => ({ selector, message });

const NO_MARKUP_FROM_STRINGS = [
  is('JSXAttribute[name.name="dangerouslySetInnerHTML"]', 'Trusted Types refuse it; render elements.'),
  is('Property[key.name="dangerouslySetInnerHTML"]', 'Trusted Types refuse it; render elements.'),
  is('AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]', 'Trusted Types refuse it.'),
  is('CallExpression[callee.property.name=/^(insertAdjacentHTML|write|writeln)$/][callee.object.name="document"]', 'No.'),
  is('CallExpression[callee.property.name="insertAdjacentHTML"]', 'Trusted Types refuse it.'),
];

const NO_SERVICE_WORKER = [
  'MemberExpression[property.name="serviceWorker"]',
  'BinaryExpression[operator="in"][left.value="serviceWorker"]',
  'VariableDeclarator[init.name="navigator"] Property[key.name="serviceWorker"]',
  'AssignmentPattern[right.name="navigator"] Property[key.name="serviceWorker"]',
].map((selector) => is(selector, 'Only src/bridge/update/service-worker-container.ts knows navigator.serviceWorker.'));

const COLOUR = '^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl|oklch|oklab|lab|lch)a?\\(.*)$';
const NO_COLOURS = [
  is(`Literal[value=/${COLOUR}/i]`, 'Colours stand in src/ui/tokens.css; use its custom properties.'),
  is(`TemplateElement[value.raw=/(rgb|hsl|oklch)a?\\(/i]`, 'Colours stand in src/ui/tokens.css.'),
];

const PURE = [
  is('MemberExpression[object.name="Math"][property.name="random"]', 'Pure: randomness is passed in.'),
  is('MemberExpression[object.name="Date"][property.name="now"]', 'Pure: the clock is passed in.'),
  is('NewExpression[callee.name="Date"][arguments.length=0]', 'Pure: the clock is passed in.'),
];

const NO_MONEY_MIXUPS = [
  is('CallExpression[callee.name="parseFloat"]', 'Amounts are parsed by core/money; other numbers by Number().'),
];

const ONE_CALLER_ADDRESS = [
  is('MemberExpression[object.name="request"][property.name="ip"]', 'Use request.callerAddress: this may be any text that a proxy sent.'),
];

const TESTS_RUN = [
  is(
    'CallExpression[callee.object.name=/^(it|test|describe)$/][callee.property.name=/^(only|skip|todo|fixme|fails)$/]',
    'Every test runs, and can fail.',
  ),
  is('CallExpression[callee.property.name="waitForTimeout"]', 'Wait for what the player sees.'),
  is('Literal[value="networkidle"]', 'It never comes on a page that polls.'),
];

/** The page imports data and api too; their tsconfig has the library of workers: no window, no document. */
const WORKER_ONLY = ['importScripts', 'clients', 'registration', 'skipWaiting', 'postMessage', 'onmessage', 'close'].map(
  (name) => ({ name, message: 'Page, worker and service worker share this folder; only workers have it.' }),
);

/** Chromium 110 and Safari 16.4 (`BROWSERS` in `vite.config.ts`) have neither, and the types don't know that. */
const NOT_IN_OLD_BROWSERS = ['parse', 'canParse'].map(
  (property) => ({ object: 'URL', property, message: 'The oldest browsers served have none: use bridge/page/parse-url.' }),
);

const NO_LIBRARIES = [{ name: 'zod', message: "import * as z from 'zod/mini'" }];

const restricted = (...lists) => ({ 'no-restricted-syntax': ['error', ...lists.flat()] });

export default defineConfig(
  globalIgnores(['node_modules/**', 'dist/**', 'dev-dist/**', 'data/**', 'coverage/**', 'public/**']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { ayo: { rules: { 'disable-with-reason': disableWithReason } } },
    rules: {
      'ayo/disable-with-reason': 'error',
      'no-console': 'error',
      'max-lines': ['error', MAX_LINES],
      'max-len': [
        'error',
        {
          code: MAX_WIDTH,
          ignoreUrls: true,
          ignoreRegExpLiterals: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
        },
      ],
      eqeqeq: ['error', 'always'],
      'no-alert': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-promise-executor-return': 'off',
      'no-restricted-imports': ['error', { paths: NO_LIBRARIES }],
      ...restricted(NO_MARKUP_FROM_STRINGS, NO_MONEY_MIXUPS),
    },
  },
  {
    files: [...TYPESCRIPT, 'tests/support/**/*.mjs'],
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', 'ts-ignore': true, 'ts-nocheck': true, minimumDescriptionLength: 10 },
      ],
      // Oxlint has it: here it took as long as all other rules together.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
    },
  },
  { files: ['src/**', 'sw/**'], rules: restricted(NO_MARKUP_FROM_STRINGS, NO_MONEY_MIXUPS, NO_SERVICE_WORKER) },
  { files: ['src/**', 'sw/**'], rules: { 'no-restricted-properties': ['error', ...NOT_IN_OLD_BROWSERS] } },
  { files: ['src/core/**'], rules: restricted(NO_MARKUP_FROM_STRINGS, NO_SERVICE_WORKER, PURE) },
  {
    files: ['src/data/**', 'src/api/**'],
    rules: {
      'no-restricted-globals': ['error', ...WORKER_ONLY],
      ...restricted(NO_MARKUP_FROM_STRINGS, NO_MONEY_MIXUPS, NO_SERVICE_WORKER),
    },
  },
  { files: ['src/bridge/update/service-worker-container.ts'], rules: restricted(NO_MARKUP_FROM_STRINGS, NO_MONEY_MIXUPS) },
  {
    files: ['src/**/*.tsx', 'src/{ui,app,pages,games}/**/*.ts'],
    rules: restricted(NO_MARKUP_FROM_STRINGS, NO_MONEY_MIXUPS, NO_SERVICE_WORKER, NO_COLOURS),
  },
  { files: ['server/**'], rules: restricted(NO_MARKUP_FROM_STRINGS, NO_MONEY_MIXUPS, ONE_CALLER_ADDRESS) },
  { files: ['server/tools/**', 'tests/**'], rules: { 'no-console': 'off' } },
  {
    files: ['tests/**'],
    rules: {
      ...restricted(TESTS_RUN),
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
