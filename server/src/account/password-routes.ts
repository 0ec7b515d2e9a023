import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { registerRoute } from '../http/route.ts'
import type { SendMail } from '../mail/mail.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { countedAddress } from '../rate-limit/rate-limit.ts'
import { deviceCookie } from '../session/device.ts'
import type { SigningKeys } from '../session/signing-key.ts'
import { changePassword } from './change-password.ts'
import { passwordChangedMail } from './mails.ts'
import { holderNotifier } from './notify-holder.ts'

interface Dependencies {
  db: Database
  keys: SigningKeys
  mail: SendMail
  publicUrl: string
  breachedPasswords: string | undefined
  now: () => Date
}

/** Registers the change of the own password, which only the embedded identity service has. */
export function registerPassword(
  app: FastifyInstance,
  { db, keys, mail, publicUrl, breachedPasswords, now }: Dependencies,
): void {
  const accounts = {
    db,
    keys,
    publicUrl,
    limits: LIMITS,
    breachedPasswords,
  }
  const notify = holderNotifier(app, { mail, publicUrl, now })

  registerRoute(app, 'POST /account/password', async (request, reply) => {
    const { administrator, body, ip } = request
    const change = { ...body, address: countedAddress(ip) }
    const { tokens, deviceToken } = await changePassword(accounts, administrator, change, now())
    notify(request, passwordChangedMail)
    const isSecure = publicUrl.startsWith('https:')
    reply.header('set-cookie', deviceCookie(administrator.id, deviceToken, isSecure))
    return { data: tokens }
  })
}
