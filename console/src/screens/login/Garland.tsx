/** Marigolds along the top edge: what a small screen shows of the picture. */
export function Garland({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} fill="none" strokeLinecap="round">
      <defs>
        <pattern id="garland" width="96" height="44" x="50%" patternUnits="userSpaceOnUse">
          <path
            d="M0-2c24 40 72 40 96 0"
            className="stroke-marigold"
            strokeWidth="6.5"
            strokeDasharray="0 8.75"
          />
          <path
            d="M0 2v22M96 2v22"
            className="stroke-marigold"
            strokeOpacity="0.55"
            strokeWidth="5"
            strokeDasharray="0 7"
          />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#garland)" />
    </svg>
  )
}
