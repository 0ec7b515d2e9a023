/** The order of every list of users. */
export { byName as byUserName } from '../rule/by-name.ts'
