import { qrModules, qrPath } from './qr';

/** So many light modules around the code let a camera find it. */
const MARGIN = 4;

/** Draws a QR code, dark on light in both themes, because some apps read no other. It draws nothing of a text that is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = qrModules(text);
  if (modules === null) return null;
  const size = modules.length + 2 * MARGIN;
  return (
    <svg className="factor-qr" role="img" aria-label={label} viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`} shapeRendering="crispEdges">
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} className="factor-qr-light" />
      <path d={qrPath(modules)} className="factor-qr-dark" />
    </svg>
  );
}
