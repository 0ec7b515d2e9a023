/** Returns the name of the colour in which the text of an element is drawn. Playwright runs it in the page. */
export function colourOf(element: Element): string {
  const { color } = getComputedStyle(element)
  const [chroma = NaN, hue = NaN] = (/^oklch\(\S+ (\S+) (\S+?)\)$/.exec(color) ?? [])
    .slice(1)
    .map(Number)
  if (Number.isNaN(hue)) return color
  if (chroma < 0.02) return 'grey'
  if (hue < 45 || hue >= 345) return 'red'
  if (hue < 110) return 'yellow'
  if (hue < 200) return 'green'
  return hue < 280 ? 'blue' : 'purple'
}
