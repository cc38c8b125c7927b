import { brand } from '../../../../../src/core/brand';

const { darkGround, lightGround, accent, inkOnAccent } = brand.colours;

/**
 * All colours are mixed from the brand's four colours and the browser's own, so the pages follow the operator's brand.
 */
export const CHECKOUT_STYLE = `
:root {
  color-scheme: dark light;
  --ground: ${darkGround};
  --text: color-mix(in srgb, white 94%, var(--ground));
  --quiet: color-mix(in srgb, white 68%, var(--ground));
  --raised: color-mix(in srgb, white 6%, var(--ground));
  --line: color-mix(in srgb, white 20%, var(--ground));
  --control: color-mix(in srgb, white 48%, var(--ground));
}
@media (prefers-color-scheme: light) {
  :root {
    --ground: ${lightGround};
    --text: ${inkOnAccent};
    --quiet: color-mix(in srgb, ${inkOnAccent} 72%, var(--ground));
    --raised: color-mix(in srgb, white 70%, var(--ground));
    --line: color-mix(in srgb, ${inkOnAccent} 16%, var(--ground));
    --control: color-mix(in srgb, ${inkOnAccent} 58%, var(--ground));
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
.banner {
  margin: 0;
  padding: 0.5rem 1rem;
  text-align: center;
  font-size: 0.875rem;
  background: repeating-linear-gradient(-45deg, ${accent} 0 1.5rem, color-mix(in srgb, ${accent} 86%, ${inkOnAccent}) 1.5rem 3rem);
  color: ${inkOnAccent};
}
main {
  max-width: 26rem;
  margin: 0 auto;
  padding: 2rem 1.25rem 3rem;
}
.mark { display: block; width: 3.5rem; height: 3.5rem; }
.board { fill: ${accent}; }
.seeds { fill: var(--text); }
h1 { margin: 1rem 0 0; font-size: 1.125rem; font-weight: 500; color: var(--quiet); }
.amount { margin: 0; font-size: 2.5rem; line-height: 1.15; font-weight: 700; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
dl {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.5rem 1rem;
  margin: 1.5rem 0;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--raised);
  font-size: 0.875rem;
}
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.reference { font-family: ui-monospace, Menlo, Consolas, monospace; }
button {
  min-height: 2.75rem;
  padding: 0 1rem;
  border: 1px solid var(--control);
  border-radius: 0.75rem;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
label { display: block; margin: 1.5rem 0 0.25rem; font-size: 0.875rem; color: var(--quiet); }
input:not([type]) {
  width: 100%;
  min-height: 3.25rem;
  padding: 0 1rem;
  border: 1px solid var(--control);
  border-radius: 0.75rem;
  background: var(--raised);
  color: inherit;
  font: inherit;
  font-variant-numeric: tabular-nums;
}
button:hover { background: var(--raised); }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.primary, .quiet { display: block; width: 100%; margin-top: 0.75rem; min-height: 3.25rem; }
.primary { border-color: ${accent}; background: ${accent}; color: ${inkOnAccent}; }
.primary:hover { background: color-mix(in srgb, white 20%, ${accent}); }
details { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1rem; }
summary { min-height: 2.75rem; display: flex; align-items: center; color: var(--quiet); cursor: pointer; }
summary::before { content: '+'; width: 1.5rem; font-weight: 700; }
details[open] summary::before { content: '−'; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 9rem 1fr; gap: 0.75rem; align-items: center; padding: 0.375rem 0; font-size: 0.875rem; color: var(--quiet); }
li button { color: var(--text); padding: 0 0.5rem; font-size: 0.875rem; }
a { color: inherit; }
@media (forced-colors: active) { .primary { border-width: 3px; } }
`;
