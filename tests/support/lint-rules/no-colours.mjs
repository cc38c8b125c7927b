import { refuseWhere } from './refuse.mjs';

const MESSAGE = 'Colours stand in src/ui/tokens.css; use its custom properties.';
const COLOUR = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgb|hsl|oklch|oklab|lab|lch)a?\(.*)$/i;
const IN_TEMPLATE = /(?:rgb|hsl|oklch)a?\(/i;

/** Code that draws must take its colours from the tokens; `lint.mjs` reads the style sheets. */
export const noColours = refuseWhere(/#[0-9a-f]{3}|(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/i, (refuse) => ({
  Literal(node) {
    if (typeof node.value === 'string' && COLOUR.test(node.value)) refuse(node, MESSAGE);
  },
  TemplateElement(node) {
    const { raw } = /** @type {{ raw: string }} */ (node.value);
    if (IN_TEMPLATE.test(raw)) refuse(node, MESSAGE);
  },
}));
