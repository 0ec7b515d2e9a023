import { type Condition, contains, nothing } from '../rule/condition.ts'
import { fold, foldTogether } from '../text/text.ts'
import {
  type JsonObject,
  readFirst,
  readId,
  readNumber,
  readObject,
  readText,
} from '../wire/read.ts'

/** A customer (§3). Missing text is `''`. */
export interface User {
  id: string
  /** `fullName`, or `name`. */
  name: string
  email: string
  phone: string
  version: number | null
  original: JsonObject
}

/** Reads whatever a host sends as a user; never throws. */
export function userFrom(json: unknown): User {
  const original = readObject(json)
  return {
    id: readId(original['_id']) || readId(original['id']),
    name: readFirst(original, 'fullName', 'name'),
    email: readText(original['email']),
    phone: readText(original['phone']),
    version: readNumber(original['version']),
    original,
  }
}

/** What the rules ask of a user. The server stores exactly these beside the record. */
export interface UserIndex {
  id: string
  /** Folded. */
  name: string
  searchText: string
}

export function userIndex(user: User): UserIndex {
  return {
    id: user.id,
    name: fold(user.name),
    searchText: foldTogether([user.name, user.email, user.phone]),
  }
}

/** The users that a search finds (§5.5); blank text finds none. */
export function usersFound(text: string): Condition<UserIndex> {
  const folded = fold(text)
  return folded === '' ? nothing() : contains('searchText', folded)
}
