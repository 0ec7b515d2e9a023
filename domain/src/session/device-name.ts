/** The browser and the operating system of a device; '' for what its user agent does not tell. */
export interface DeviceName {
  browser: string
  system: string
}

/** In the order in which they are tested, because the user agent of most browsers also names other browsers. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns the device that a `User-Agent` header names. */
export function deviceName(userAgent: string): DeviceName {
  const first = (known: typeof BROWSERS) =>
    known.find(([, form]) => form.test(userAgent))?.[0] ?? ''
  return { browser: first(BROWSERS), system: first(SYSTEMS) }
}

/** Returns a device for people: 'Chrome on Windows'. */
export function deviceText({ browser, system }: DeviceName): string {
  if (browser === '' && system === '') return 'Unknown device'
  if (system === '') return browser
  return browser === '' ? system : `${browser} on ${system}`
}

export function isHandheld({ system }: DeviceName): boolean {
  return ['iPhone', 'iPad', 'Android'].includes(system)
}
