import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { FIGURE_TEXTS } from '@mandap/domain/booking/figure-text.ts'
import { CountLink } from '../../ui/CountLink.tsx'
import { fromHere } from '../navigation/back-link.ts'
import { paths } from '../navigation/paths.ts'

/** Renders a count of bookings that links to the list of the bookings that it counts. */
export function FigureLink({
  figure,
  count,
  short,
}: {
  figure: BookingFigure
  count: number
  /** In place of the count on a phone. */
  short?: string
}) {
  return (
    <CountLink
      to={paths.countedBookings(figure)}
      state={fromHere}
      label={FIGURE_TEXTS[figure].title}
      count={count}
      short={short}
    />
  )
}
