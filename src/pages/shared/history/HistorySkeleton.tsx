const ROWS = 6;

/** Empty rows of the final size while a list is loading. */
export function HistorySkeleton() {
  return (
    <div className="cards" aria-hidden="true">
      {Array.from({ length: ROWS }, (_, row) => <div className="skeleton history-wait" key={row} />)}
    </div>
  );
}
