import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** The light modules around a code that scanners need. */
const QUIET = 4

/** Renders a QR code. It stays black on white in the dark theme, because some scanners need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const size = code.size + 2 * QUIET
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line"
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}
