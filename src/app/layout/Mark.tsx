import { brand } from '../../core/brand';

/** The mark: pits of the board as holes, seeds in the text's colour. */
export function Mark() {
  return (
    <svg viewBox={brand.mark.viewBox} aria-hidden="true" fill="currentColor">
      <path fillRule="evenodd" d={brand.mark.board} />
      <path d={brand.mark.seeds} />
    </svg>
  );
}
