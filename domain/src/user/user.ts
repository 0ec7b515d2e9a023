import { type Condition, contains, nothing } from '../rule/condition.ts'
import { phoneTexts, searchTiers, withTerms } from '../text/search.ts'
import { fold, foldTogether } from '../text/text.ts'
import {
  type JsonObject,
  readFirst,
  readId,
  readInstant,
  readNumber,
  readObject,
  readText,
} from '../wire/read.ts'

/** A customer (§3). Missing text is `''`. */
export interface User {
  id: string
  /** `fullName`, else `name`. */
  name: string
  email: string
  phone: string
  /** When the person was erased, in epoch milliseconds; `null` for everybody else. */
  erasedAt: number | null
  /** The version of the record, `null` if missing. A host without versions may have a field of its own with this name. */
  version: number | null
  /** The record as the host sent it. */
  original: JsonObject
}

/** Reads a user from any JSON value. Never throws. */
export function userFrom(json: unknown): User {
  const original = readObject(json)
  return {
    id: readId(original['_id']) || readId(original['id']),
    name: readFirst(original, 'fullName', 'name'),
    email: readText(original['email']),
    phone: readText(original['phone']),
    erasedAt: readInstant(original['erasedAt']),
    version: readNumber(original['version']),
    original,
  }
}

/** The fields that conditions test. The server stores each of them in a column beside the record. */
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
    searchText: foldTogether([user.name, user.email, ...phoneTexts(user.phone)]),
  }
}

/** Selects the users that contain every word of the text (§5.5). Blank text selects all. */
export function usersWithWords(text: string): Condition<UserIndex> {
  return withTerms(text, inText)
}

/** Returns the tiers of `usersWithWords`. */
export function userTiers(text: string): readonly Condition<UserIndex>[] {
  return searchTiers(text, inText)
}

/** Returns the tiers of the users that the dashboard search finds (§5.5). Blank text selects none. */
export function foundUserTiers(text: string): readonly Condition<UserIndex>[] {
  return fold(text) === '' ? [nothing()] : userTiers(text)
}

function inText(part: string): Condition<UserIndex> {
  return contains('searchText', part)
}
