import type { BookingGroup } from '@mandap/domain/booking/group.ts'

/** The tables from which totals are read: counters with their deltas, and the users with bookings of a group. */
export interface CountTables {
  record_count: { subject: string; n: number }
  record_count_delta: { subject: string; n: number }
  booking_status_count: { status: string; n: number }
  booking_day_count: BookingDayCount & { day: number }
  booking_quarter_hour_count: BookingDayCount & { quarter_hour: number }
  booking_count_delta: BookingDayCount & {
    day: number | null
    quarter_hour: number | null
    status: string
    booked_span: number
    event_span: number | null
    long_span: number | null
    expirable: boolean
    number_id: string
  }
  booking_expirable_count: { day: number; n: number }
  booking_expirable_delta: { day: number; n: number }
  booking_month_count: { slice: number; n: number; paise: string }
  booking_service_count: ServiceCount
  booking_total_delta: ServiceCount & { slice: number; paise: string }
  user_group: {
    user_id: string
    booking_group: BookingGroup
    name: string
    at: number
    search_text: string | null
  }
  user_group_count: { booking_group: BookingGroup; day: number; n: number }
  user_name_count: { name_part: string; n: number }
  user_name_delta: { name_part: string; n: number }
  user_group_name_count: UserGroupNameCount
  user_group_span_name_count: Omit<UserGroupNameCount, 'day'> & { day_span: number }
  user_group_name_delta: UserGroupNameCount & { day_span: number }
  user_group_note: { user_id: string }
  user_text_note: { user_id: string }
  partner_count: PartnerCount
  partner_count_delta: PartnerCount
}

interface BookingDayCount {
  phase: string
  catering: boolean
  photography: boolean
  event: boolean
  n: number
}

interface ServiceCount {
  catering: boolean
  photography: boolean
  event: boolean
  n: number
}

interface UserGroupNameCount {
  booking_group: BookingGroup
  day: number
  name_part: string
  n: number
}

interface PartnerCount {
  status: string
  company_email: string
  no_gst: boolean
  missing_items: string[]
  n: number
}
