/** The order of every list of partners. */
export { byName as byPartnerName } from '../rule/by-name.ts'
