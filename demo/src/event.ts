import type { Season } from './calendar.ts'
import type { CommunityName } from './name.ts'

type Range = readonly [low: number, high: number]

/** A type of event: its costs in an average city by category, and how it is planned. */
export interface EventTemplate {
  type: string
  weight: number
  season: Season
  /** Costs in rupees. */
  event: Range
  catering: Range
  photography: Range
  /** Days from the booking to the event. */
  lead: Range
  /** Duration in days. */
  days: Range
  /** Possible starting times, in minutes after midnight. */
  begins: readonly number[]
  hours: Range
  /** Suitable additional services. */
  services: readonly string[]
  at: 'venue' | 'home'
}

const MORNING = [9 * 60, 10 * 60, 10 * 60 + 30, 11 * 60]
const EVENING = [17 * 60, 18 * 60, 18 * 60 + 30, 19 * 60]
const ANY = [...MORNING, ...EVENING]

export const EVENT_TEMPLATES: readonly EventTemplate[] = [
  {
    type: 'Wedding',
    weight: 24,
    season: 'wedding',
    event: [350_000, 3_500_000],
    catering: [180_000, 1_800_000],
    photography: [60_000, 450_000],
    lead: [30, 260],
    days: [1, 3],
    begins: ANY,
    hours: [6, 12],
    services: ['Mandap decoration', 'Baraat band', 'Bridal makeup', 'Mehendi artist', 'Guest cars'],
    at: 'venue',
  },
  {
    type: 'Reception',
    weight: 13,
    season: 'wedding',
    event: [200_000, 1_500_000],
    catering: [120_000, 1_200_000],
    photography: [35_000, 200_000],
    lead: [20, 200],
    days: [1, 1],
    begins: EVENING,
    hours: [4, 6],
    services: ['Stage decoration', 'Live band', 'Valet parking', 'Welcome drinks'],
    at: 'venue',
  },
  {
    type: 'Sangeet',
    weight: 8,
    season: 'wedding',
    event: [120_000, 900_000],
    catering: [80_000, 500_000],
    photography: [25_000, 150_000],
    lead: [15, 180],
    days: [1, 1],
    begins: EVENING,
    hours: [4, 6],
    services: ['Choreography', 'DJ & sound', 'Dhol', 'Anchor', 'LED wall'],
    at: 'venue',
  },
  {
    type: 'Mehendi',
    weight: 6,
    season: 'wedding',
    event: [60_000, 350_000],
    catering: [40_000, 200_000],
    photography: [18_000, 80_000],
    lead: [10, 150],
    days: [1, 1],
    begins: MORNING,
    hours: [4, 7],
    services: ['Mehendi artist', 'Flower decoration', 'Dhol', 'Bangle stall'],
    at: 'home',
  },
  {
    type: 'Haldi',
    weight: 4,
    season: 'wedding',
    event: [40_000, 250_000],
    catering: [30_000, 150_000],
    photography: [15_000, 70_000],
    lead: [7, 120],
    days: [1, 1],
    begins: MORNING,
    hours: [3, 5],
    services: ['Flower jewellery', 'Marigold decoration', 'Dhol'],
    at: 'home',
  },
  {
    type: 'Engagement',
    weight: 9,
    season: 'wedding',
    event: [90_000, 800_000],
    catering: [70_000, 500_000],
    photography: [25_000, 140_000],
    lead: [12, 120],
    days: [1, 1],
    begins: ANY,
    hours: [4, 6],
    services: ['Ring platter', 'Stage decoration', 'Cake', 'DJ & sound'],
    at: 'venue',
  },
  {
    type: 'Birthday',
    weight: 12,
    season: 'family',
    event: [20_000, 250_000],
    catering: [15_000, 120_000],
    photography: [8_000, 45_000],
    lead: [3, 45],
    days: [1, 1],
    begins: EVENING,
    hours: [3, 4],
    services: ['Balloon decoration', 'Cake', 'Magician', 'Tattoo artist', 'Return gifts'],
    at: 'home',
  },
  {
    type: 'Anniversary',
    weight: 6,
    season: 'family',
    event: [40_000, 400_000],
    catering: [30_000, 250_000],
    photography: [12_000, 70_000],
    lead: [7, 60],
    days: [1, 1],
    begins: EVENING,
    hours: [3, 5],
    services: ['Ghazal singer', 'Flower decoration', 'Cake', 'Video montage'],
    at: 'venue',
  },
  {
    type: 'Corporate Event',
    weight: 8,
    season: 'office',
    event: [150_000, 2_500_000],
    catering: [60_000, 700_000],
    photography: [25_000, 180_000],
    lead: [10, 90],
    days: [1, 2],
    begins: MORNING,
    hours: [6, 10],
    services: ['Stage & LED wall', 'Anchor', 'Registration desk', 'Live streaming', 'Hostesses'],
    at: 'venue',
  },
  {
    type: 'Baby Shower',
    weight: 4,
    season: 'family',
    event: [25_000, 200_000],
    catering: [20_000, 120_000],
    photography: [10_000, 50_000],
    lead: [7, 50],
    days: [1, 1],
    begins: MORNING,
    hours: [3, 5],
    services: ['Flower jewellery', 'Balloon decoration', 'Games host'],
    at: 'home',
  },
  {
    type: 'Housewarming',
    weight: 4,
    season: 'family',
    event: [20_000, 180_000],
    catering: [20_000, 150_000],
    photography: [8_000, 40_000],
    lead: [5, 45],
    days: [1, 1],
    begins: MORNING,
    hours: [4, 7],
    services: ['Pandit', 'Havan samagri', 'Flower decoration', 'Tent & chairs'],
    at: 'home',
  },
  {
    type: 'Naming Ceremony',
    weight: 2,
    season: 'family',
    event: [20_000, 150_000],
    catering: [18_000, 100_000],
    photography: [8_000, 35_000],
    lead: [5, 40],
    days: [1, 1],
    begins: MORNING,
    hours: [3, 5],
    services: ['Cradle decoration', 'Pandit', 'Return gifts'],
    at: 'home',
  },
]

/** The additional services of photographers and caterers. */
export const CATEGORY_SERVICES = {
  Photography: [
    'Candid photography',
    'Cinematic film',
    'Drone shoot',
    'Same-day edit',
    'Album of 40 pages',
    'Photo booth',
    'Live streaming',
  ],
  Catering: [
    'Live chaat counter',
    'Tandoor counter',
    'Banana-leaf meal',
    'Jain menu',
    'Mocktail bar',
    'Dessert station',
    'Paan counter',
    'Dum biryani',
  ],
} as const

/** Types of event that only photographers have. */
export const SHOOTS: Readonly<Record<string, string>> = {
  Wedding: 'Wedding Photography',
  Engagement: 'Pre-wedding Shoot',
  'Baby Shower': 'Maternity Shoot',
  'Corporate Event': 'Product Shoot',
}

/** The names of events in communities that have their own. */
export function eventName(type: string, community: CommunityName): string {
  return OWN_WORDS[community]?.[type] ?? type
}

const MUSLIM = { Wedding: 'Nikah', Reception: 'Walima', Sangeet: 'Mehendi', 'Naming Ceremony': 'Aqiqah', Housewarming: 'Milad' } // biome-ignore format: a table
const CHRISTIAN = { Wedding: 'Church Wedding', Sangeet: 'Reception', Mehendi: 'Bridal Shower', Haldi: 'Madhuram Veppu', 'Naming Ceremony': 'Baptism', Housewarming: 'House Blessing' } // biome-ignore format: a table
const SOUTHERN = {
  Sangeet: 'Reception',
  'Baby Shower': 'Seemantham',
  Housewarming: 'Gruhapravesam',
}

const OWN_WORDS: Partial<Record<CommunityName, Readonly<Record<string, string>>>> = {
  muslim: MUSLIM,
  deccaniMuslim: MUSLIM,
  kashmiri: { ...MUSLIM, Mehendi: 'Maenzraat' },
  goan: { ...CHRISTIAN, Haldi: 'Roce Ceremony' },
  keralaChristian: CHRISTIAN,
  hills: { ...CHRISTIAN, Haldi: 'Engagement' },
  himalayan: { Sangeet: 'Reception', Mehendi: 'Engagement', Haldi: 'Engagement' },
  sikh: { Wedding: 'Anand Karaj', Haldi: 'Maiyan', Housewarming: 'Akhand Path' },
  parsi: { Wedding: 'Lagan', Haldi: 'Adarni', 'Naming Ceremony': 'Navjote' },
  gujarati: { Sangeet: 'Garba Night', Haldi: 'Pithi', 'Baby Shower': 'Godh Bharai' },
  marathi: { 'Baby Shower': 'Dohale Jevan', Engagement: 'Sakharpuda', 'Naming Ceremony': 'Barsa' },
  bengali: { Reception: 'Bou Bhat', Haldi: 'Gaye Holud', 'Baby Shower': 'Shaadh', 'Naming Ceremony': 'Annaprashan' }, // biome-ignore format: a table
  tamil: SOUTHERN,
  telugu: { ...SOUTHERN, Haldi: 'Pellikuthuru' },
  kannada: { ...SOUTHERN, Haldi: 'Arishina Shastra' },
  malayali: { Sangeet: 'Reception', Housewarming: 'Palukachal', 'Naming Ceremony': 'Choroonu' },
  hindi: { 'Baby Shower': 'Godh Bharai', Housewarming: 'Griha Pravesh', Engagement: 'Sagai' },
  rajasthani: { Haldi: 'Pithi', 'Baby Shower': 'Godh Bharai', Housewarming: 'Griha Pravesh' },
}
