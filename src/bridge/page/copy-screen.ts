/** Copies what is on the screen, for a document that is shown before anybody knows who opens it. */

/** Parts of a page with `data-public` are the same for everybody. A part inside of one with `data-private` is not. */
const PUBLIC = '[data-public]';
const PRIVATE = '[data-private]';
/** What lies over the page, comes later, is of another site, or tells the state of this moment. */
const LEFT_OUT = 'dialog, iframe, .toasts, .heart, .status > *';
/** A press on these, or what is typed into them, would be lost before the scripts run. Links work without them. */
const CONTROLS = 'button, input, select, textarea, summary';
/** All that a part that is not public keeps of its attributes: those by which it has its size and place. */
const ATTRIBUTES_OF_SHAPE: ReadonlySet<string> = new Set(['class', 'hidden', 'type']);
const PICTURES = 'svg, img';
const NO_BREAK_SPACE = '\u00A0';

const isBelowScreen = (element: Element): boolean => element.getBoundingClientRect().top >= window.innerHeight;

function keepShape(element: Element): void {
  for (const name of element.getAttributeNames()) if (!ATTRIBUTES_OF_SHAPE.has(name)) element.removeAttribute(name);
}

/** Leaves a line its height. */
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
    if (child.matches(LEFT_OUT) || isBelowScreen(child) || (!isChildPublic && child.matches(PICTURES))) childCopy.remove();
    else {
      if (!isChildPublic) keepShape(childCopy);
      if (child.matches(CONTROLS)) childCopy.setAttribute('inert', '');
      childCopy.removeAttribute('value');
      if (child instanceof HTMLElement) copyChildren(child, childCopy, isChildPublic);
    }
  }
}

/**
 * Copies the children of `page` as far as they are on the screen, with the words and pictures of public parts. Of all other parts it keeps
 * the shape. Returns null where nothing is public.
 */
export function copyScreen(page: HTMLElement): HTMLElement | null {
  if (page.querySelector(`main ${PUBLIC}`) === null) return null;
  const copy = page.cloneNode(true) as HTMLElement;
  copyChildren(page, copy, false);
  return copy;
}
