/** A mandap: a canopy on two posts, hung with marigolds. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`} fill="none">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M16 3.6v3M16 6.6C15.2 10.6 10.6 13.4 5.6 14.4h20.8C21.4 13.4 16.8 10.6 16 6.6zM9.2 14.4V26M22.8 14.4V26M6.2 26h19.6"
        className="stroke-accent-ink"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M9.2 16.2c.3 3.3 3.4 3.3 3.4 0 0 3.3 3.4 3.3 3.4 0 0 3.3 3.4 3.3 3.4 0 0 3.3 3.1 3.3 3.4 0"
        className="stroke-marigold"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
    </svg>
  )
}
