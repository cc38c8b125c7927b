import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Calls that bundlers may take for pure, so that they go when nothing uses what they bring. `idb` calls `replaceTraps`
 * twice when it is loaded: for the short cuts of a whole database (`db.get`, `db.put` …) and for `for await` over cursors.
 * All of ours goes through `tx()` in `src/data/database.ts` and its stores, so every realm would carry both for nothing;
 * the linter keeps `for await` and `iterate()` out of `src/data`. `catalogue` makes words: who uses none of a file's needs none;
 * so it is with `endpoint` and `z`, which make the contract.
 */
export const TREE_SHAKING = { manualPureFunctions: ['replaceTraps', 'catalogue', 'endpoint', 'z'] };

/** What an endpoint says of itself to the reader of the platform's document. */
const SUMMARY = /^ +summary:\s+'(?:[^'\\\n]|\\.)+',\n/gm;

/** No player reads the contract's sentences. Throws where one is written in another way, rather than let it through unseen. */
export function leaveSummaries(): Plugin {
  return {
    name: 'ayo-leave-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/]core[\\/]contract[\\/]/, code: 'summary:' },
      handler(code, id) {
        const left = code.replace(SUMMARY, '');
        if (/^ +summary: *['`"]/m.test(left)) this.error(`${id} has a summary that is no plain sentence: see SUMMARY.`);
        return { code: left, map: null };
      },
    },
  };
}

/** The package points browsers at the file for development, too; this one warns of nothing. */
export const ROUTER_FOR_PRODUCTION = {
  find: /^react-router$/,
  replacement: fileURLToPath(new URL('../../node_modules/react-router/dist/production/index.mjs', import.meta.url)),
};

/** Statements of its file for browsers that keep a component nobody uses: a name for developers, and what might be no pure call. */
const NAME_FOR_DEVELOPERS = /^\w+\.displayName = "[\w ]+";$/gm;
const MAKES_A_COMPONENT = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo)\()/gm;

/**
 * Lets go what the app has no use for of react-router: the data router, forms, fetchers, React Server Components. Of 27 KB
 * (compressed) 5 are left. Throws when the package is no longer written so, rather than let it grow back unseen.
 */
export function shakeRouter(): Plugin {
  return {
    name: 'ayo-shake-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-/, code: '.forwardRef(' },
      handler(code) {
        const shaken = code.replace(NAME_FOR_DEVELOPERS, '').replace(MAKES_A_COMPONENT, '/* @__PURE__ */ ');
        if (/^\w+\.displayName =/m.test(shaken) || shaken === code) {
          this.error('react-router names its components in another way now: see NAME_FOR_DEVELOPERS.');
        }
        return { code: shaken, map: null };
      },
    },
  };
}

/** What a ref on a fragment could do, and what hints for the browser's loader would. */
const REF_OF_A_FRAGMENT = /^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};\n/gm;
const LOADER_HINTS = /(?<=^ {2}r: requestFormReset),\n {2}D: prefetchDNS,\n(?: {2}[A-Z]: \w+,\n| {2}m: \w+,\n)* {2}M: preinitModuleScript(?=\n\};)/m;

/**
 * Lets go of react-dom what the app never asks for: refs on fragments, and `preload()` and its like. Throws when the
 * package is no longer written so.
 */
export function shakeReact(): Plugin {
  return {
    name: 'ayo-shake-react',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js/ },
      handler(code) {
        const shaken = code.replace(REF_OF_A_FRAGMENT, '').replace(LOADER_HINTS, '');
        if (code.search(REF_OF_A_FRAGMENT) < 0 || code.search(LOADER_HINTS) < 0) this.error('react-dom is written in another way now: see REF_OF_A_FRAGMENT.');
        return { code: shaken, map: null };
      },
    },
  };
}
