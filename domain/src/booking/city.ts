import { fold } from '../text/text.ts'

/** Returns the city in an address: its last part that is neither a PIN code nor India (§2.6), or '' without one. */
export function cityOf(address: string): string {
  return partsOf(address).at(-1) ?? ''
}

// 'C-Scheme, Jaipur 302 001, India' has the parts 'C-Scheme' and 'Jaipur'
function partsOf(address: string): string[] {
  return address
    .split(/[,\n]/)
    .map((part) => part.replace(/[-–]? ?\d{3} ?\d{3}\.?$/, '').trim())
    .filter((part) => part !== '' && !['india', 'bharat'].includes(fold(part)))
}

/** Returns whether two addresses are in one city: the city of one is a part of the other. Null without a city. */
export function isSameCity(one: string, other: string): boolean | null {
  const [city, otherCity] = [fold(cityOf(one)), fold(cityOf(other))]
  if (city === '' || otherCity === '') return null
  const has = (address: string, part: string) =>
    partsOf(address).some((each) => fold(each) === part)
  return has(one, otherCity) || has(other, city)
}
