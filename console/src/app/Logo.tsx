/** A mandap: a canopy on two posts, hung with marigolds. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`} fill="none">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M7 14.5 16 6l9 8.5M9 14.2V25M23 14.2V25M6.5 25h19"
        className="stroke-accent-ink"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M9 15.2c0 2.4 3.5 2.4 3.5 0 0 2.4 3.5 2.4 3.5 0 0 2.4 3.5 2.4 3.5 0 0 2.4 3.5 2.4 3.5 0"
        className="stroke-marigold"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
