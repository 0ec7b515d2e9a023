import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { aCity, type City, communityOf } from './city.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type CommunityName, fullName, handle, nameOf } from './name.ts'
import { mobileNumber } from './number.ts'
import { randomOf, KINDS, recordId } from './record-id.ts'

/** The number of users in every demonstration. */
export const BASE_USERS = 1500

export interface Origin {
  city: City
  community: CommunityName
}

/** Returns the city and community of the user with this index. */
export function originOfUser(index: number): Origin {
  return originFrom(randomOf('user', index))
}

export function originFrom(random: SeededRandom): Origin {
  const city = aCity(random)
  return { city, community: communityOf(city, random) }
}

/** Returns the JSON of the user with this index (§3). */
export function userJson(index: number): JsonObject {
  const random = randomOf('user', index)
  const { community } = originFrom(random)
  const name = nameOf(community, random)
  const email = `${handle(name.first)}.${handle(name.family)}${index}@mail.example`
  return {
    _id: recordId('user', index),
    [random.chance(0.15) ? 'name' : 'fullName']: fullName(name),
    // some customers have only a phone number, a few only an e-mail address
    ...(random.chance(0.06) ? {} : { email }),
    ...(random.chance(0.02) ? {} : { phone: mobileNumber(KINDS.user, index) }),
  }
}
