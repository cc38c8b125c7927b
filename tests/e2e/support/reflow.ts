/** Finds what does not fit on a page: things beside the screen, over one another, or too small for a thumb. */
import type { Page } from '@playwright/test';

const TARGET_PX = 44;

export interface Misfits {
  /** Elements that reach beside the screen, and words that are cut. */
  readonly cut: readonly string[];
  /** Two controls of which one lies over the other. */
  readonly overlapping: readonly string[];
  readonly small: readonly string[];
}

/** Runs in the page. */
function lookForMisfits(target: number): Misfits {
  const root = document.documentElement;
  const nameOf = (element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
    return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${words}”`;
  };
  const someAncestor = (element: Element, is: (each: Element) => boolean): boolean => {
    for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement) if (is(each)) return true;
    return false;
  };
  const isInStrip = (element: Element) =>
    someAncestor(element, (each) => each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX));
  const isPinned = (element: Element) => someAncestor(element, (each) => /fixed|sticky/.test(getComputedStyle(each).position));
  /** Where a finger reaches a control: with its label, the frame of its field, or the card that a link fills. */
  const reachOf = (control: Element): DOMRect => {
    const isChoice = control instanceof HTMLInputElement && /radio|checkbox/.test(control.type);
    if (isChoice) {
      const label = control.closest('label') ?? control.labels?.[0];
      const [own, other] = [control.getBoundingClientRect(), label?.getBoundingClientRect() ?? new DOMRect()];
      return own.height > other.height ? own : other;
    }
    if (getComputedStyle(control, '::after').position === 'absolute' && control instanceof HTMLElement) {
      return (control.offsetParent ?? control).getBoundingClientRect();
    }
    return (control.matches('input, select') ? (control.closest('.field-frame') ?? control) : control).getBoundingClientRect();
  };
  const isInSentence = (control: Element) =>
    getComputedStyle(control).display === 'inline' && (control.parentElement?.textContent ?? '').trim() !== control.textContent.trim();

  const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && each.closest('.skip-link') === null)
    .map((control) => ({ control, box: reachOf(control) }))
    .filter(({ box }) => box.width > 0 && box.height > 0);

  const cut: string[] = [];
  if (root.scrollWidth > root.clientWidth) cut.push(`the page is ${root.scrollWidth - root.clientWidth} px wider than the screen`);
  for (const { control, box } of controls) {
    const isBeside = box.left < -1 || box.right > root.clientWidth + 1;
    if (isBeside && !isInStrip(control)) cut.push(`${nameOf(control)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
    if (control.clientWidth > 2 && control.scrollWidth > control.clientWidth + 1 && getComputedStyle(control).overflowX !== 'visible') {
      if (!control.matches('input, select, textarea')) cut.push(`the words of ${nameOf(control)}`);
    }
  }

  // A link in a sentence is as high as its line. The numbers of a table and the line of the seal share one screen, and are 24 px at least.
  const least = (control: Element) => (control.matches('.felt *, .seal-line') ? 24 : target);
  const small = controls
    .filter(({ control, box }) => !isInSentence(control) && Math.round(Math.min(box.width, box.height)) < least(control))
    .map(({ control, box }) => `${nameOf(control)} has ${Math.round(box.width)} × ${Math.round(box.height)} px`);

  const overlapping: string[] = [];
  // The heart lies on its tile and a field's button in its frame, links in a sentence share a box, and what is pinned or scrolls moves away.
  const inPlace = controls.filter(({ control }) =>
    !control.matches('.tile-action, .field-button, .felt *') && !isInSentence(control) && !isPinned(control) && !isInStrip(control));
  for (const [at, one] of inPlace.entries()) {
    for (const other of inPlace.slice(at + 1)) {
      if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 4 && down > 4) overlapping.push(`${nameOf(one.control)} and ${nameOf(other.control)} by ${Math.round(across)} × ${Math.round(down)} px`);
    }
  }
  return { cut, overlapping, small };
}

export const misfitsOn = (page: Page): Promise<Misfits> => page.evaluate(lookForMisfits, TARGET_PX);
