/**
 * The header with the `position` of the last event that a client received. An answer from a replica then contains
 * what the event announced.
 */
export const POSITION_HEADER = 'x-position'
