import { readObject } from '@mandap/domain/wire/read.ts'
import { keyBytes } from '@mandap/server/testing/second-factor.ts'
import type { BrowserContext, Page } from '@playwright/test'

/** A value that must not be found outside of the places where it belongs. */
export interface Secret {
  /** What it is, such as `PAN`. */
  what: string
  value: string
  /** The kinds of places where it is by its purpose: the browser stores the token of the session. */
  belongsIn?: readonly Place['kind'][]
  /** Longer text in which it may occur. */
  partOf?: string
}

/** Text that a person may read later. */
export interface Place {
  kind: 'log' | 'address' | 'export' | 'browser storage' | 'database'
  name: string
  text: string
}

const PREFIX = 4

/** Returns where each secret was found, in any spelling: `OTP in the database, table otp_challenge: …`. */
export function findSecrets(secrets: readonly Secret[], places: readonly Place[]): string[] {
  const byPrefix = new Map<number, [spelling: string, Secret][]>()
  for (const secret of secrets)
    for (const spelling of spellings(secret.value)) {
      const key = keyAt(spelling, 0)
      byPrefix.set(key, [...(byPrefix.get(key) ?? []), [spelling, secret]])
    }
  const found = new Set<string>()
  for (const { kind, name, text } of places) {
    const folded = text.toLowerCase()
    // the texts are long, and there are thousands of spellings
    for (let at = 0; at <= folded.length - PREFIX; at += 1)
      for (const [spelling, secret] of byPrefix.get(keyAt(folded, at)) ?? []) {
        if (secret.belongsIn?.includes(kind) || !folded.startsWith(spelling, at)) continue
        if (isWithin(folded, at, secret)) continue
        const around = text.slice(Math.max(0, at - 40), at + spelling.length + 10)
        found.add(`${secret.what} in ${kind} ${name}: ${around.replaceAll(/\s+/g, ' ')}`)
      }
  }
  return [...found]
}

/** The process ids in the logs of the server and of PostgreSQL, which may have six digits as well. */
const PROCESS_IDS = /"pid":\d+|\[\d+\]/g

/** Returns the numbers of six digits in texts, which are not a part of something else. */
export function sixDigitsIn(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts)
    for (const [code] of text.replaceAll(PROCESS_IDS, '').matchAll(/(?<!\w|\d\.)\d{6}(?!\w|\.\d)/g))
      found.add(code)
  return found
}

function keyAt(text: string, at: number): number {
  let key = 0
  for (let offset = 0; offset < PREFIX; offset += 1) key = (key << 8) ^ text.charCodeAt(at + offset)
  return key
}

function isWithin(text: string, at: number, { value, partOf }: Secret): boolean {
  if (partOf === undefined) return false
  return text.startsWith(partOf.toLowerCase(), at - partOf.indexOf(value))
}

/** Returns the ways in which a value may be written, in lower case: grouped, encoded, and as bytes. */
function spellings(value: string): Set<string> {
  const groups = /^\d{12}$/.test(value) ? (value.match(/.{4}/g) ?? []) : []
  const all = [
    value,
    value.replaceAll('-', ''),
    encodeURIComponent(value),
    Buffer.from(value).toString('hex'),
    // a secret whose text stands for bytes
    ...(/^[\w-]{32,}$/.test(value) ? [Buffer.from(value, 'base64url').toString('hex')] : []),
    ...(/^[A-Z2-7]{32}$/.test(value) ? [keyBytes(value).toString('hex')] : []),
    ...(groups.length > 0 ? [' ', '-', '+', '%20'].map((between) => groups.join(between)) : []),
  ]
  return new Set(all.map((spelling) => spelling.toLowerCase()))
}

/** The fields of answers that contain secrets. Tokens and grants are stored in the browser, because they sign requests. */
const SECRET_FIELDS: Record<string, Omit<Secret, 'value'>> = {
  idToken: { what: 'id token', belongsIn: ['browser storage'] },
  refreshToken: { what: 'refresh token', belongsIn: ['browser storage'] },
  grant: { what: 'grant', belongsIn: ['browser storage'] },
  challengeId: { what: 'challenge' },
  mfaPendingCredential: { what: 'pending sign-in' },
  sharedSecretKey: { what: 'TOTP secret' },
  sessionInfo: { what: 'enrolment' },
  recoveryCodes: { what: 'recovery code' },
  secret: { what: 'secret of an export' },
}

/** Collects the addresses of all requests of a browser, and the secrets in their answers. */
export function watchTraffic(context: BrowserContext) {
  const addresses: string[] = []
  const reading: Promise<void>[] = []
  const secrets: Secret[] = []
  const otps: string[] = []
  context.on('request', (request) => addresses.push(sentPart(request.url())))
  context.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return
    // the body of a page that was left cannot be read
    reading.push(response.json().then(collect, () => {}))
  })

  function collect(answer: unknown) {
    for (const [field, value] of Object.entries(readObject(answer))) {
      const known = SECRET_FIELDS[field]
      for (const each of [value].flat())
        if (typeof each !== 'string') collect(each)
        else if (field === 'otp') otps.push(each)
        else if (known)
          // the other parts of a token are no secret
          secrets.push({ ...known, value: each.split('.').at(-1) ?? '' })
    }
  }

  return {
    addresses,
    otps,
    /** Returns the secrets so far. */
    async secrets(): Promise<Secret[]> {
      await Promise.all(reading.splice(0))
      const cookies = (await context.cookies()).map(({ name, value }) =>
        name.includes('device')
          ? { what: 'known device', value }
          : { what: 'right to read documents', value: value.split('.').at(-1) ?? '' },
      )
      return [...secrets, ...cookies]
    },
  }
}

/** Returns an address as the server receives it. */
function sentPart(address: string): string {
  return address.split('#')[0] ?? ''
}

/** Returns everything that the browser stores for the site of the page. */
export function browserStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const records: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await result(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store)
        records.push(await result(objects.getAllKeys()), await result(objects.getAll()))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        records.push(request.url, await (await cache.match(request))?.text())
    }
    const stored = [localStorage, sessionStorage].map((storage) => Object.entries(storage))
    return JSON.stringify([stored, history.state, records])

    function result<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    }
  })
}
