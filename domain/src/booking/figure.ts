import { all, type Condition, equals, everything } from '../rule/condition.ts'
import type { Today } from '../time/days.ts'
import { bookingsOfService } from './filter.ts'
import {
  bookingsAtStage,
  bookingsReached,
  FUNNEL_STAGE_NAMES,
  type FunnelStage,
  unstagedBookings,
} from './funnel.ts'
import {
  BOOKING_GROUP_NAMES,
  type BookingGroup,
  bookingsInGroup,
  type DayRule,
  GROUP_RULES,
  otherBookings,
} from './group.ts'
import type { BookingIndex } from './index-fields.ts'
import { SERVICE_CATEGORIES, type ServiceCategory } from './service.ts'
import { bookingPhase, type BookingStatus } from './status.ts'
import { BOOKING_TILES, type BookingTile } from './tile.ts'

/**
 * A count of bookings on the dashboard or on User Count (§2.4, §2.11). The bookings that it counts are a list of
 * their own. `FIGURE_TEXTS` has its title and definition.
 */
export type BookingFigure =
  | 'all'
  | `tile-${(typeof BOOKING_TILES)[BookingTile]}`
  | `reached-${FunnelStage}`
  | `stage-${FunnelStage | 'other'}`
  | `group-${BookingGroup | 'other'}`
  | `service-${ServiceCategory}`

interface FigureRule {
  /** Selects the bookings that are counted. */
  bookings: (today: Today) => Condition<BookingIndex>
  /**
   * What decides whether a booking is counted: one field, or the rule of a group that depends on the day. `'nothing'` if
   * all bookings are counted.
   */
  decides: 'nothing' | 'status' | 'service' | DayRule
}

export const TILES = Object.keys(BOOKING_TILES) as BookingTile[]

/** Every figure with its rule, in the order of the screens. */
export const BOOKING_FIGURES = Object.fromEntries<FigureRule>([
  entry('all', { bookings: () => everything(), decides: 'nothing' }),
  ...TILES.map((tile) =>
    entry(`tile-${BOOKING_TILES[tile]}`, {
      bookings: () => bookingsOfStatus(BOOKING_TILES[tile]),
      decides: 'status',
    }),
  ),
  ...FUNNEL_STAGE_NAMES.flatMap((stage) => [
    entry(`reached-${stage}`, { bookings: () => bookingsReached(stage), decides: 'status' }),
    entry(`stage-${stage}`, { bookings: () => bookingsAtStage(stage), decides: 'status' }),
  ]),
  entry('stage-other', { bookings: () => unstagedBookings, decides: 'status' }),
  ...BOOKING_GROUP_NAMES.map((group) => {
    const rule = GROUP_RULES[group]
    return entry(`group-${group}`, {
      bookings: (today) => bookingsInGroup(group, today),
      decides: rule.confirmed === undefined ? 'status' : rule,
    })
  }),
  entry('group-other', { bookings: () => otherBookings, decides: 'status' }),
  ...SERVICE_CATEGORIES.map((service) =>
    entry(`service-${service}`, {
      bookings: () => bookingsOfService(service),
      decides: 'service',
    }),
  ),
]) as Readonly<Record<BookingFigure, FigureRule>>

function entry(figure: BookingFigure, rule: FigureRule): [BookingFigure, FigureRule] {
  return [figure, rule]
}

/** Selects the bookings of exactly one status. The phase lets the index of the phases serve the list. */
function bookingsOfStatus(status: BookingStatus): Condition<BookingIndex> {
  return all(equals('phase', bookingPhase(status)), equals('status', status))
}
