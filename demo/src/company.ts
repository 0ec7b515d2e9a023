import type { City } from './city.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Name } from './name.ts'

export type Trade = keyof typeof TRADES

/** The trades of partners: the services they select (§3), most typical first, and patterns of company names. */
export const TRADES = {
  photography: {
    services: ['Photography', 'Videography', 'Drone', 'Pre-wedding Shoot', 'Albums'],
    names: [
      '{family} Photography',
      '{word} Studios',
      '{word} Frames',
      '{given} {family} Films',
      'The {word} Lens',
    ],
  },
  catering: {
    services: ['Catering', 'Live Counters', 'Sweets', 'Beverages', 'Crockery'],
    names: [
      '{family} Caterers',
      '{word} Catering Services',
      '{word} Rasoi',
      '{family} Brothers Caterers',
      'Sri {word} Caterers',
    ],
  },
  planning: {
    services: [
      'Event Management',
      'Decoration',
      'Entertainment',
      'Guest Management',
      'Invitations',
    ],
    names: [
      '{word} Events',
      '{word} Wedding Planners',
      '{family} Event Management',
      '{word} Celebrations',
    ],
  },
  decoration: {
    services: ['Decoration', 'Flowers', 'Lighting', 'Tent House', 'Mandap'],
    names: [
      '{word} Decorators',
      '{family} Florists',
      '{word} Mandap Decor',
      '{family} Tent House',
      '{word} Lights & Decor',
    ],
  },
  music: {
    services: ['DJ & Sound', 'Dhol', 'Live Band', 'Anchor', 'Choreography'],
    names: ['{word} Beats', 'DJ {given}', '{family} Band & Dhol', '{word} Sound & Light'],
  },
  beauty: {
    services: ['Mehendi', 'Makeup', 'Hair Styling', 'Draping', 'Jewellery on Rent'],
    names: ['{given} Mehendi Arts', '{given} {family} Makeovers', '{word} Bridal Studio'],
  },
} as const satisfies Record<string, { services: readonly string[]; names: readonly string[] }>

/** Words in the names of a region's companies and venues. */
const WORDS = {
  north: ['Shagun', 'Rajwada', 'Gulmohar', 'Dastaan', 'Riwaaz', 'Mangalam', 'Shehnai', 'Aangan'],
  west: ['Utsav', 'Sanskruti', 'Mogra', 'Jalsa', 'Swarnim', 'Navrang', 'Shubharambh', 'Torana'],
  south: ['Kalyana', 'Mangalya', 'Malligai', 'Sampige', 'Thulasi', 'Vaibhava', 'Nadaswara'],
  east: ['Alpona', 'Kashphool', 'Rajanigandha', 'Utsab', 'Shankha', 'Madhuban', 'Nakshi'],
  hills: ['Orchid', 'Deodar', 'Rhododendron', 'Pine Crest', 'Himal'],
} as const

const VENUES = {
  north: ['Banquets', 'Farms', 'Lawns', 'Garden', 'Haveli', 'Palace'],
  west: ['Party Plot', 'Lawns', 'Banquet Hall', 'Karyalaya', 'Resort'],
  south: ['Kalyana Mandapam', 'Convention Centre', 'Grand Hall', 'Auditorium', 'Resort'],
  east: ['Bhavan', 'Banquets', 'Lawns', 'Community Hall', 'Rajbari'],
  hills: ['Resort', 'Community Hall', 'Retreat'],
} as const

type Region = keyof typeof WORDS

const REGION_OF_LANGUAGE: Readonly<Record<string, Region>> = {
  Marathi: 'west',
  Gujarati: 'west',
  Konkani: 'west',
  Kannada: 'south',
  Tulu: 'south',
  Tamil: 'south',
  Telugu: 'south',
  Malayalam: 'south',
  Bengali: 'east',
  Odia: 'east',
  Assamese: 'east',
  Khasi: 'hills',
  Mizo: 'hills',
  Nepali: 'hills',
  Ladakhi: 'hills',
  Kashmiri: 'hills',
}

function regionOf(city: City): Region {
  return REGION_OF_LANGUAGE[city.language] ?? 'north'
}

/** Returns a company name that indicates its trade. */
export function companyName(trade: Trade, owner: Name, city: City, random: SeededRandom): string {
  const [given = owner.first] = owner.first.split(' ')
  return random
    .pick<string>(TRADES[trade].names)
    .replace('{family}', owner.family)
    .replace('{given}', given)
    .replace('{word}', random.pick(WORDS[regionOf(city)]))
}

/** Returns the venue of an event: 'Rajwada Farms, Chhatarpur, Delhi'. */
export function venue(city: City, random: SeededRandom): string {
  const region = regionOf(city)
  const hall = `${random.pick(WORDS[region])} ${random.pick(VENUES[region])}`
  return `${hall}, ${random.pick(city.localities)}, ${city.name}`
}

export function home(city: City, random: SeededRandom): string {
  return `${random.between(1, 480)}, ${random.pick(city.localities)}, ${city.name}`
}
