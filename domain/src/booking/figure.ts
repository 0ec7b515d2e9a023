import { all, type Condition, equals, everything } from '../rule/condition.ts'
import type { Today } from '../time/days.ts'
import { bookingsOfService } from './filter.ts'
import {
  bookingsAtStage,
  bookingsReached,
  FUNNEL_STAGES,
  type FunnelStage,
  REACHED_DEFINITIONS,
  STAGE_DEFINITIONS,
  UNSTAGED_DEFINITION,
  unstagedBookings,
} from './funnel.ts'
import {
  BOOKING_GROUPS,
  type BookingGroup,
  bookingsInGroup,
  GROUP_DEFINITIONS,
  GROUP_RULES,
  otherBookings,
} from './group.ts'
import type { BookingIndex } from './index-fields.ts'
import { SERVICE_CATEGORIES, type ServiceCategory } from './service.ts'
import { bookingPhase, type BookingStatus } from './status.ts'
import { BOOKING_TILES, type BookingTile, LIST_DEFINITIONS, TILE_DEFINITIONS } from './tile.ts'
import { SERVICE_DEFINITIONS } from './totals.ts'

/**
 * A count of bookings on the dashboard or on User Count (§2.4, §2.11). The bookings that it counts are a list of
 * their own.
 */
export type BookingFigure =
  | 'all'
  | `tile-${(typeof BOOKING_TILES)[BookingTile]}`
  | `reached-${FunnelStage}`
  | `stage-${FunnelStage | 'other'}`
  | `group-${BookingGroup | 'other'}`
  | `service-${ServiceCategory}`

export interface Figure {
  /** The title of the list. */
  title: string
  /** What is counted, for staff. */
  definition: string
  /** Selects the bookings that are counted. */
  bookings: (today: Today) => Condition<BookingIndex>
  /** What alone decides whether a booking is counted. The server has a counter for it. */
  decides?: 'nothing' | 'status' | 'service'
}

const TILES = Object.keys(BOOKING_TILES) as BookingTile[]
const STAGES = Object.keys(FUNNEL_STAGES) as FunnelStage[]
const GROUPS = Object.keys(BOOKING_GROUPS) as BookingGroup[]

/** Every figure, in the order of the screens. */
export const BOOKING_FIGURES = Object.fromEntries<Figure>([
  [
    'all',
    {
      title: 'All bookings',
      definition: LIST_DEFINITIONS.bookings,
      bookings: () => everything(),
      decides: 'nothing',
    },
  ],
  ...TILES.map((tile) =>
    entry(`tile-${BOOKING_TILES[tile]}`, {
      title: tile,
      definition: TILE_DEFINITIONS[tile],
      bookings: () => bookingsOfStatus(BOOKING_TILES[tile]),
      decides: 'status',
    }),
  ),
  ...STAGES.map((stage) =>
    entry(`reached-${stage}`, {
      title: `${FUNNEL_STAGES[stage]} or later`,
      definition: REACHED_DEFINITIONS[stage],
      bookings: () => bookingsReached(stage),
      decides: 'status',
    }),
  ),
  ...STAGES.map((stage) =>
    entry(`stage-${stage}`, {
      title: `${FUNNEL_STAGES[stage]} now`,
      definition: STAGE_DEFINITIONS[stage],
      bookings: () => bookingsAtStage(stage),
      decides: 'status',
    }),
  ),
  entry('stage-other', {
    title: 'Other statuses',
    definition: UNSTAGED_DEFINITION,
    bookings: () => unstagedBookings,
    decides: 'status',
  }),
  ...GROUPS.map((group) =>
    entry(`group-${group}`, {
      title: `${BOOKING_GROUPS[group].label} bookings`,
      definition: GROUP_DEFINITIONS[group],
      bookings: (today) => bookingsInGroup(group, today),
      ...(GROUP_RULES[group].confirmed === undefined && { decides: 'status' as const }),
    }),
  ),
  entry('group-other', {
    title: 'Other bookings',
    definition: GROUP_DEFINITIONS.other,
    bookings: () => otherBookings,
    decides: 'status',
  }),
  ...SERVICE_CATEGORIES.map((service) =>
    entry(`service-${service}`, {
      title: `${service} bookings`,
      definition: SERVICE_DEFINITIONS[service],
      bookings: () => bookingsOfService(service),
      decides: 'service',
    }),
  ),
]) as Readonly<Record<BookingFigure, Figure>>

function entry(figure: BookingFigure, meaning: Figure): [BookingFigure, Figure] {
  return [figure, meaning]
}

/** Selects the bookings of exactly one status. The phase lets the index of the phases serve the list. */
function bookingsOfStatus(status: BookingStatus): Condition<BookingIndex> {
  return all(equals('phase', bookingPhase(status)), equals('status', status))
}
