/** A mandap in the evening, hung with marigolds: drawn with lines and dots, a picture only. */
export function Evening({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 900 900"
      aria-hidden="true"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <defs>
        <radialGradient id="evening-lamp" cx="0.5" cy="0.72" r="0.46">
          <stop offset="0" stopColor="#ffb84d" stopOpacity="0.5" />
          <stop offset="0.45" stopColor="#f09a3e" stopOpacity="0.16" />
          <stop offset="1" stopColor="#f09a3e" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="url(#evening-lamp)" d="M0 0h900v900H0z" />
      <path
        stroke="#fff"
        strokeOpacity="0.5"
        strokeWidth="2.5"
        d="M92 128v.1M214 70v.1M318 186v.1M158 262v.1M604 92v.1M742 158v.1M820 66v.1M786 292v.1M52 372v.1M858 404v.1M690 44v.1M432 58v.1"
      />
      {/* The canopy: finial, roof in three sweeps, beam. */}
      <g stroke="#e8e4ff" strokeOpacity="0.78" strokeWidth="2">
        <path d="M450 168v-34M450 120a7 7 0 1 1 0 14 7 7 0 0 1 0-14z" />
        <path d="M450 168C420 250 330 310 190 344h520C570 310 480 250 450 168z" />
        <path d="M450 168C440 252 396 312 336 344M450 168c10 84 54 144 114 176M450 168v176" />
        <path d="M176 344h548v30H176zM164 374h572" />
        {/* Posts with bases and capitals. */}
        <path d="M214 388v378M244 388v378M656 388v378M686 388v378M202 388h54M644 388h54M198 766h62M640 766h62" />
        <path d="M190 784h520M150 812h600M110 840h680M70 868h760" />
      </g>
      {/* A cusped arch behind the garlands. */}
      <path
        stroke="#e8e4ff"
        strokeOpacity="0.32"
        strokeWidth="2"
        d="M276 766V560c0-40 26-38 30-66s30-30 40-54 40-16 60-34 34-10 44-26c10 16 24 8 44 26s50 10 60 34 36 26 40 54 30 26 30 66v206"
      />
      {/* Marigolds: round dots along a line. */}
      <g stroke="#f6a93b" strokeWidth="10" strokeDasharray="0 12.5">
        <path d="M244 392c30 62 73 62 103 0 30 62 73 62 103 0 30 62 73 62 103 0 30 62 73 62 103 0" />
        <path d="M229 392v150M671 392v150" />
      </g>
      <g stroke="#ffd58a" strokeWidth="7" strokeDasharray="0 10">
        <path d="M347 396v84M450 396v58M553 396v84" />
      </g>
      <g stroke="#ef7d57" strokeWidth="12">
        <path d="M229 560v.1M671 560v.1M347 494v.1M450 468v.1M553 494v.1" />
      </g>
      {/* The fire. */}
      <g stroke="#ffd58a" strokeWidth="2.5">
        <path d="M404 752h92l-14 30h-64z" fill="#34307c" />
        <path
          d="M450 664c22 26 34 44 34 60a34 26 0 0 1-68 0c0-16 12-34 34-60z"
          fill="#f6a93b"
          fillOpacity="0.85"
          stroke="none"
        />
        <path
          d="M450 704c10 12 16 20 16 28a16 14 0 0 1-32 0c0-8 6-16 16-28z"
          fill="#fff1d0"
          stroke="none"
        />
      </g>
    </svg>
  )
}
