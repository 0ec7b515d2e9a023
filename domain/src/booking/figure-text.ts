import { type BookingFigure, TILES } from './figure.ts'
import {
  GROUP_DEFINITIONS,
  LIST_DEFINITIONS,
  REACHED_DEFINITIONS,
  SERVICE_DEFINITIONS,
  STAGE_DEFINITIONS,
  TILE_DEFINITIONS,
  UNSTAGED_DEFINITION,
} from './definition.ts'
import { FUNNEL_STAGE_NAMES, FUNNEL_STAGES } from './funnel.ts'
import { BOOKING_GROUP_NAMES, BOOKING_GROUPS } from './group.ts'
import { SERVICE_CATEGORIES } from './service.ts'
import { BOOKING_TILES } from './tile.ts'

interface FigureText {
  /** The title of the list. */
  title: string
  /** What is counted, for staff. */
  definition: string
}

/** The title and definition of every figure. */
export const FIGURE_TEXTS = Object.fromEntries<FigureText>([
  text('all', 'All bookings', LIST_DEFINITIONS.bookings),
  ...TILES.map((tile) => text(`tile-${BOOKING_TILES[tile]}`, tile, TILE_DEFINITIONS[tile])),
  ...FUNNEL_STAGE_NAMES.flatMap((stage) => {
    const label = FUNNEL_STAGES[stage]
    return [
      text(`reached-${stage}`, `${label} or later`, REACHED_DEFINITIONS[stage]),
      text(`stage-${stage}`, `${label} now`, STAGE_DEFINITIONS[stage]),
    ]
  }),
  text('stage-other', 'Other statuses', UNSTAGED_DEFINITION),
  ...BOOKING_GROUP_NAMES.map((group) =>
    text(`group-${group}`, `${BOOKING_GROUPS[group].label} bookings`, GROUP_DEFINITIONS[group]),
  ),
  text('group-other', 'Other bookings', GROUP_DEFINITIONS.other),
  ...SERVICE_CATEGORIES.map((service) =>
    text(`service-${service}`, `${service} bookings`, SERVICE_DEFINITIONS[service]),
  ),
]) as Readonly<Record<BookingFigure, FigureText>>

function text(
  figure: BookingFigure,
  title: string,
  definition: string,
): [BookingFigure, FigureText] {
  return [figure, { title, definition }]
}
