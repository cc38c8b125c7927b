import { brand } from '../../core/brand';

/** Draws the mark: the pits of the board are holes, the seeds have the text's colour. */
export function Mark() {
  return (
    <svg viewBox={brand.mark.viewBox} aria-hidden="true" fill="currentColor">
      <path fillRule="evenodd" d={brand.mark.board} />
      <path d={brand.mark.seeds} />
    </svg>
  );
}
