interface ListParams {
  pagination: { page: number; perPage: number }
  sort: { order: string }
  filter: { service?: string }
  signal?: AbortSignal
}

type Booking = Record<string, unknown> & { _id: string }

/** The data provider: it reads the bookings as the console does. */
export const bookings = {
  async getList(_resource: string, { pagination, sort, filter, signal }: ListParams) {
    const query = new URLSearchParams({
      tab: 'booked',
      today: new Intl.DateTimeFormat('en-CA').format(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      sort: sort.order === 'ASC' ? 'oldest' : 'newest',
      limit: String(pagination.perPage),
      skip: String((pagination.page - 1) * pagination.perPage),
      ...filter,
    })
    const answer = await fetch(`/bookings?${query}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('mandap.admin.token')}` },
      signal: signal ?? null,
    })
    if (!answer.ok) throw new Error(`The bookings could not be read: ${answer.status}.`)
    const { data, total } = (await answer.json()) as { data: Booking[]; total: number }
    return { data: data.map((booking) => ({ ...booking, id: booking._id })), total }
  },
}
