import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { registerRoute } from '../http/route.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import type { SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { originOf } from '../mail/origin.ts'
import { LIMITS, type Limits } from '../config/attempt-limits.ts'
import { factorMail } from '../second-factor/mails.ts'
import type { SmsTransport } from '../sms/sms.ts'
import { deleteOldElevations, endElevation, findElevation } from './elevation.ts'
import type { FactorRule } from './needed-factors.ts'
import { sendOtp } from './send-otp.ts'
import { verifyOtp } from './verify-otp.ts'

interface Dependencies {
  db: Database
  /** The phones that may elevate (§5.1). */
  numbers: readonly AuthorisedNumber[]
  sms: SmsTransport
  factorRule: FactorRule
  mail: SendMail
  publicUrl: string
  now: () => Date
  limits?: Limits
}

/** Registers the calls of Super Admin mode (§4.1, §5.1, §5.2). */
export function registerSuperAdmin(
  app: FastifyInstance,
  { db, numbers, sms, factorRule, mail, publicUrl, now, limits = LIMITS }: Dependencies,
): void {
  const later = workAfterAnswers(app)

  registerRoute(app, 'POST /otp/sms', async (request) => ({
    status: 'OK' as const,
    data: await sendOtp({ db, numbers, sms, factorRule, limits, now }, request),
  }))

  registerRoute(app, 'POST /otp/verify', (request, reply) => {
    const onRecoveryCode = (left: number) => later(mailRecoveryCode(request, left))
    const dependencies = { db, factorRule, publicUrl, limits, now, onRecoveryCode }
    return verifyOtp(dependencies, request, reply)
  })

  registerRoute(app, 'GET /elevation', async (request) => {
    const elevation = await findElevation(db, request, now())
    return { data: elevation && { expiresAt: elevation.expiresAt.toISOString() } }
  })

  registerRoute(app, 'DELETE /elevation', async ({ administrator }, reply) => {
    await endElevation(db, administrator, now())
    return reply.code(204).send()
  })

  scheduleCleanup(app, 'elevations', () => deleteOldElevations(db, now()))

  /** Mails the administrator that a recovery code was used. */
  function mailRecoveryCode(request: FastifyRequest, left: number): Promise<void> {
    const { administrator, log } = request
    const { email, name } = administrator
    const change = { is: 'useRecoveryCode', left } as const
    return sendNotice(
      mail,
      log,
      factorMail({ email, name, publicUrl }, change, originOf(request, now())),
    )
  }
}
