import type { BookingFigure } from '@mandap/domain/booking/figure.ts'
import { FIGURE_TEXTS } from '@mandap/domain/booking/figure-text.ts'
import { Link } from 'react-router'
import { countText } from '../../ui/counted.ts'
import { useHere } from '../navigation/back-link.ts'
import { paths } from '../navigation/paths.ts'

/** Renders a count of bookings as a link to the bookings that it counts. */
export function FigureLink({ figure, count }: { figure: BookingFigure; count: number }) {
  const text = countText(count)
  return (
    <Link
      to={paths.countedBookings(figure)}
      state={useHere()}
      aria-label={`${text}: ${FIGURE_TEXTS[figure].title}`}
      className="rounded-xs underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  )
}
