/** Copies what is on the screen, for a document that is shown before anybody knows who opens it. */

/** Parts of a page with `data-public` are the same for everybody; a part with `data-private` inside of such a part is not. */
const PUBLIC = '[data-public]';
const PRIVATE = '[data-private]';
/** These elements are not copied: they lie over the page, are drawn later, show another site, or tell the state of this moment. */
const NOT_COPIED = 'dialog, iframe, .toasts, .heart, .status > *';
/** A press on these, or what is typed into them, would be lost before the scripts run. Links work without them. */
const CONTROLS = 'button, input, select, textarea, summary';
/** Elements of parts that are not public lose all attributes but these, which give an element its size and place. */
const SHAPE_ATTRIBUTES: ReadonlySet<string> = new Set(['class', 'hidden', 'type']);
const PICTURES = 'svg, img';
const NO_BREAK_SPACE = '\u00A0';

const isBelowScreen = (element: Element): boolean => element.getBoundingClientRect().top >= window.innerHeight;

function keepShape(element: Element): void {
  for (const name of element.getAttributeNames()) if (!SHAPE_ATTRIBUTES.has(name)) element.removeAttribute(name);
}

/** Replaces each text by a space, so that its line keeps its height. */
function blankTexts(element: Element): void {
  for (const node of element.childNodes) if (node instanceof Text && node.data.trim() !== '') node.data = NO_BREAK_SPACE;
}

function copyChildren(element: Element, copy: Element, isPublic: boolean): void {
  if (!isPublic) blankTexts(copy);
  const copies = [...copy.children];
  for (const [index, child] of [...element.children].entries()) {
    const childCopy = copies[index];
    if (childCopy === undefined) continue;
    const isChildPublic = !child.matches(PRIVATE) && (isPublic || child.matches(PUBLIC));
    if (child.matches(NOT_COPIED) || isBelowScreen(child) || (!isChildPublic && child.matches(PICTURES))) childCopy.remove();
    else {
      if (!isChildPublic) keepShape(childCopy);
      if (child.matches(CONTROLS)) childCopy.setAttribute('inert', '');
      childCopy.removeAttribute('value');
      if (child instanceof HTMLElement) copyChildren(child, childCopy, isChildPublic);
    }
  }
}

/**
 * Copies the children of `page` that are on the screen. Public parts keep their words and pictures, and all other parts only
 * their shape. Returns null where nothing is public.
 */
export function copyScreen(page: HTMLElement): HTMLElement | null {
  if (page.querySelector(`main ${PUBLIC}`) === null) return null;
  const copy = page.cloneNode(true) as HTMLElement;
  copyChildren(page, copy, false);
  return copy;
}
