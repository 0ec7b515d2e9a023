/** Paths on a grid of 20 × 20, drawn with a stroke of 1.5 in the colour of the text. */
const PATHS = {
  activity: 'M3 10h3l2.2-5.5 3.6 11L14 10h3',
  alert: 'M10 3.2 17.6 16.4H2.4zM10 8v3.8M10 14.1v.1',
  approval:
    'M10 2.5 15.8 4.7v4.6c0 3.7-2.4 6.6-5.8 8.2-3.4-1.6-5.8-4.5-5.8-8.2V4.7zM7.4 9.9l1.9 1.9 3.4-3.6',
  back: 'M16.5 10h-13M8.5 5l-5 5 5 5',
  booking: 'M3 5.5h14v11.3H3zM3 9h14M6.8 3v3.6M13.2 3v3.6M7.3 12.9l1.8 1.8 3.4-3.4',
  catering: 'M3 14.5h14M4.2 14.5a5.8 5.8 0 0 1 11.6 0M10 8.7V6.6M8.6 6.4h2.8M2.5 17h15',
  check: 'M4 10.6 8.2 14.8 16 6',
  chevronDown: 'M5.5 8l4.5 4.5L14.5 8',
  chevronRight: 'M8 5.5l4.5 4.5L8 14.5',
  clear: 'M6.5 6.5l7 7M13.5 6.5l-7 7',
  company:
    'M4 17.2V3h7.5v14.2M11.5 8H16v9.2M2.5 17.2h15M6.6 6.2h2.3M6.6 9.4h2.3M6.6 12.6h2.3M13.7 11v.1M13.7 14v.1',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7 7h9.5v9.5H7zM13 6.8V3.5H3.5V13h3.3',
  dashboard: 'M3 3h6v7H3zM11 3h6v4.5h-6zM11 10h6v7h-6zM3 12.5h6V17H3z',
  document: 'M5 2.5h6.8L15.5 6v11.5H5zM11.5 2.8v3.6h3.7M7.6 10h5M7.6 13.2h5',
  download: 'M10 3v9.5M6.2 8.9 10 12.7l3.8-3.8M3.5 16.8h13',
  edit: 'M3.5 16.5l.8-3.6L13 4.2l2.8 2.8-8.7 8.7zM11.3 5.9l2.8 2.8',
  expired: 'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4zM10 5.9V10l2.8 1.9',
  expand: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  external: 'M11.5 3.5h5v5M16.2 3.8 9 11M14.5 12v4.5h-11v-11H8',
  eye: 'M1.8 10S4.7 4.8 10 4.8 18.2 10 18.2 10s-2.9 5.2-8.2 5.2S1.8 10 1.8 10zM10 7.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z',
  eyeOff:
    'M3 3l14 14M8.2 5c.6-.1 1.2-.2 1.8-.2 5.3 0 8.2 5.2 8.2 5.2s-.8 1.4-2.3 2.8M5.4 6.3C3 7.7 1.8 10 1.8 10s2.9 5.2 8.2 5.2c1.6 0 3-.5 4.2-1.1M8.3 8.4a2.3 2.3 0 0 0 3.2 3.2',
  fit: 'M3 4h14v12H3zM6.5 7h7v6h-7z',
  filter: 'M2.8 5h14.4M5.5 10h9M8.3 15h3.4',
  guest:
    'M8 3.4a3.1 3.1 0 1 1 0 6.2 3.1 3.1 0 0 1 0-6.2zM2.5 16.6c.3-3.1 2.5-4.9 5.5-4.9 1.1 0 2.1.2 2.9.7M15 11.5v5M12.5 14h5',
  inProgress:
    'M5 2.8h10M5 17.2h10M6 2.8c0 4 3 4.8 4 7.2 1-2.4 4-3.2 4-7.2M6 17.2c0-4 3-4.8 4-7.2 1 2.4 4 3.2 4 7.2',
  info: 'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4zM10 9.2v4.4M10 6.4v.1',
  location:
    'M10 17.5S4.2 12.7 4.2 8.2a5.8 5.8 0 0 1 11.6 0c0 4.5-5.8 9.3-5.8 9.3zM10 6.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  key: 'M6.6 6.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2zM10.2 10h7.3v3.2M14.2 10v2.4',
  logout: 'M8.5 3h-5v14h5M7.8 10H17M13.3 6.2 17 10l-3.7 3.8',
  mail: 'M2.5 4.5h15v11h-15zM2.8 5l7.2 5.8L17.2 5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9M10 12v2',
  minus: 'M4 10h12',
  monitor: 'M2.5 3.8h15v9.9h-15zM10 13.7v3M6.8 16.9h6.4',
  mobile: 'M6 2.5h8v15H6zM9.2 15h1.6',
  moon: 'M16.6 11.9A7 7 0 0 1 8.1 3.4a7 7 0 1 0 8.5 8.5z',
  phone:
    'M4 3h3.3l1.5 3.9-2 1.6a10 10 0 0 0 4.7 4.7l1.6-2L17 12.7V16a1.2 1.2 0 0 1-1.3 1.2C8.7 16.8 3.2 11.3 2.8 4.3A1.2 1.2 0 0 1 4 3z',
  plus: 'M10 4v12M4 10h12',
  refresh:
    'M16.2 8.2A6.6 6.6 0 0 0 4.3 6.6L3 8M3 4v4h4M3.8 11.8a6.6 6.6 0 0 0 11.9 1.6L17 12M17 16v-4h-4',
  rotate: 'M15.8 8.2A6.3 6.3 0 1 0 16.3 11M16.2 3.8v4.6h-4.6',
  rupee: 'M5.5 3.5h9M5.5 7.2h9M6 3.5h2.3c4.9 0 4.9 7.2 0 7.2H6l6.5 6.3',
  search: 'M8.8 3.2a5.6 5.6 0 1 1 0 11.2 5.6 5.6 0 0 1 0-11.2zM13 13l4 4',
  shield: 'M10 2.5 15.8 4.7v4.6c0 3.7-2.4 6.6-5.8 8.2-3.4-1.6-5.8-4.5-5.8-8.2V4.7z',
  sort: 'M6 4v12M3 13l3 3 3-3M14 16V4M11 7l3-3 3 3',
  sun: 'M10 6.7a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6zM10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.3 4.3l1.3 1.3M14.4 14.4l1.3 1.3M4.3 15.7l1.3-1.3M14.4 5.6l1.3-1.3',
  trash: 'M3.5 5.5h13M8 5.3V3h4v2.3M5 5.7l.8 11.3h8.4L15 5.7M8.3 8.8v5M11.7 8.8v5',
  user: 'M10 3a3.4 3.4 0 1 1 0 6.8A3.4 3.4 0 0 1 10 3zM3.5 17c.4-3.3 2.9-5 6.5-5s6.1 1.7 6.5 5',
  users:
    'M7.5 3.8a2.9 2.9 0 1 1 0 5.8 2.9 2.9 0 0 1 0-5.8zM2 16.2c.3-2.9 2.4-4.4 5.5-4.4s5.2 1.5 5.5 4.4M12.8 4.2a2.7 2.7 0 0 1 0 5.1M14.6 12.1c2 .5 3.2 1.9 3.4 4.1',
  verified:
    'M10 2.3l2 1.5 2.5-.1.7 2.4 2.1 1.4-.9 2.4.9 2.4-2.1 1.4-.7 2.4-2.5-.1-2 1.5-2-1.5-2.5.1-.7-2.4-2.1-1.4.9-2.4-.9-2.4 2.1-1.4.7-2.4 2.5.1zM7.3 9.9l1.9 1.9 3.5-3.6',
} as const

export type IconName = keyof typeof PATHS
export const ICONS = Object.keys(PATHS) as IconName[]

/** An icon beside text, 1.25 rem by default. Hidden from assistive technology, which reads the text. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="1.25rem"
      height="1.25rem"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
