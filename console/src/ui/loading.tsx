/** A spinner in the colour of the text. Announced if it has a label. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  const Box = label ? 'output' : 'span'
  return (
    <Box className="inline-flex">
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className={`animate-spin ${className}`}
        fill="none"
      >
        <circle
          cx="10"
          cy="10"
          r="7.5"
          stroke="currentColor"
          strokeOpacity="0.22"
          strokeWidth="2.2"
        />
        <path
          d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </Box>
  )
}

/** The loader with three bouncing dots (§2.7, §2.15). */
export function ThreeDots({ label }: { label: string }) {
  return (
    <output className="flex justify-center gap-2 py-16 text-xl text-accent-text">
      {['', '[animation-delay:140ms]', '[animation-delay:280ms]'].map((delay) => (
        <span
          key={delay}
          className={`size-2.5 animate-bounce-dot rounded-full bg-current ${delay}`}
        />
      ))}
      <span className="sr-only">{label}</span>
    </output>
  )
}

/** A placeholder for text that is loading. `className` sets its size. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-shimmer rounded-xs bg-line ${className}`} />
  )
}
