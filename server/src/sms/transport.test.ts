import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { type ReceivedRequest, type Reply, smsService } from '../../testing/sms-service.ts'
import { readConfig } from '../config/config.ts'
import { fast2sms } from './fast2sms.ts'
import { msg91 } from './msg91.ts'
import { SMS_TIMEOUT_MS, type SmsOutcome, type SmsTransport, sendSms } from './sms.ts'
import { smsTransport } from './transport.ts'
import { twilio } from './twilio.ts'

const SMS = { number: '9812345678', otp: '042817', text: '042817 is your OTP.' }

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function service(answer: Parameters<typeof smsService>[0]) {
  const { close, ...rest } = await smsService(answer)
  closing.push(close)
  return rest
}

function outcomeOf(send: SmsTransport['send'], timeoutMs?: number): Promise<SmsOutcome> {
  return sendSms({ showsOtp: false, send }, SMS, timeoutMs)
}

describe('Fast2SMS', () => {
  const settings = { key: 'the-key', route: 'otp', senderId: 'MANDAP', messageId: '171' } as const

  // bulkV2: the key in `authorization`, the rest as a form
  function bulkV2({ path, headers, body }: ReceivedRequest): Reply {
    const refused = (status: number, status_code: number, message: string) => ({
      status,
      body: { return: false, status_code, message },
    })
    const form = new URLSearchParams(body)
    if (path !== '/dev/bulkV2') return { status: 404, body: 'Not Found' }
    if (headers.authorization !== settings.key)
      return refused(401, 412, 'Invalid Authentication, Check Authorization Key')
    if (!/^\d{10}$/.test(form.get('numbers') ?? '')) return refused(400, 411, 'Invalid Numbers')
    const fields = {
      otp: ['variables_values'],
      q: ['message'],
      dlt: ['sender_id', 'message', 'variables_values'],
    }[form.get('route') ?? '']
    if (!fields) return refused(400, 408, 'Invalid Route')
    if (!fields.every((field) => form.get(field))) return refused(400, 402, 'Message Text Missing')
    return {
      status: 200,
      body: { return: true, request_id: 'lwdtp7cjyqxvfe9', message: ['SMS sent successfully.'] },
    }
  }

  test.each([
    ['otp', { variables_values: '042817' }],
    ['q', { message: SMS.text, language: 'english', flash: '0' }],
    ['dlt', { sender_id: 'MANDAP', message: '171', variables_values: '042817' }],
  ] as const)('sends by route %s', async (route, fields) => {
    const { url, received } = await service(bulkV2)
    const send = fast2sms({ ...settings, route }, `${url}/dev/bulkV2`)
    expect(await outcomeOf(send)).toEqual({ is: 'sent' })
    const form = Object.fromEntries(new URLSearchParams(received[0]?.body))
    expect(form).toEqual({ numbers: SMS.number, route, ...fields })
  })

  test('reports a wrong key as a configuration error', async () => {
    const { url } = await service(bulkV2)
    const send = fast2sms({ ...settings, key: 'another' }, `${url}/dev/bulkV2`)
    expect(await outcomeOf(send)).toEqual({
      is: 'configuration',
      why: 'HTTP 401, 412, Invalid Authentication, Check Authorization Key',
    })
  })

  test.each([
    [400, 416, "You don't have sufficient wallet balance", 'balance'],
    [400, 999, 'Complete single transaction of minimum 100 INR', 'balance'],
    [400, 995, 'Spamming detected', 'tryAgain'],
    [400, 411, 'Invalid Numbers', 'configuration'],
    [400, 415, 'Account Disabled', 'configuration'],
    [400, 500, 'Template/Sender id blacklisted at DLT', 'configuration'],
    [429, undefined, 'Too Many Requests', 'tryAgain'],
    [502, undefined, 'Bad Gateway', 'tryAgain'],
  ])('HTTP %i with status_code %s, %s: %s', async (status, status_code, message, is) => {
    const { url } = await service(() => ({ status, body: { return: false, status_code, message } }))
    expect(await outcomeOf(fast2sms(settings, url))).toMatchObject({ is })
  })
})

describe('MSG91', () => {
  const settings = { key: 'the-key', templateId: '63f1' }

  // api/v5/otp: the key in `authkey`, the rest in the query
  function otpCall({ path, query, headers }: ReceivedRequest): Reply {
    const refused = (message: string) => ({ status: 200, body: { message, type: 'error' } })
    if (path !== '/api/v5/otp') return { status: 404, body: 'Not Found' }
    if (headers['authkey'] !== settings.key)
      return { status: 401, body: { message: 'Unauthorized', type: 'error', code: '201' } }
    if (!/^91\d{10}$/.test(query.get('mobile') ?? '')) return refused('Invalid mobile number')
    if (query.get('template_id') !== settings.templateId) return refused('Template ID Missing')
    if (!/^\d{4,9}$/.test(query.get('otp') ?? '')) return refused('Invalid OTP')
    return { status: 200, body: { request_id: '3763646c3058373530393938', type: 'success' } }
  }

  test('sends our own OTP, for five minutes', async () => {
    const { url, received } = await service(otpCall)
    expect(await outcomeOf(msg91(settings, `${url}/api/v5/otp`))).toEqual({ is: 'sent' })
    expect(Object.fromEntries(received[0]?.query ?? [])).toEqual({
      template_id: '63f1',
      mobile: '919812345678',
      otp: '042817',
      otp_expiry: '5',
    })
  })

  test.each([
    ['key', { ...settings, key: 'another' }],
    ['template', { ...settings, templateId: 'another' }],
  ])('reports a wrong %s as a configuration error', async (_setting, given) => {
    const { url } = await service(otpCall)
    const outcome = await outcomeOf(msg91(given, `${url}/api/v5/otp`))
    expect(outcome).toMatchObject({ is: 'configuration' })
  })

  test.each([
    [200, { type: 'error', code: 301, message: 'Insufficient balance' }, 'balance'],
    [200, { type: 'error', message: 'Insufficient balance to send SMS' }, 'balance'],
    [400, { type: 'error', code: '418', message: 'IP is not whitelisted' }, 'configuration'],
    [200, { type: 'error', code: 311, message: 'Request discarded' }, 'tryAgain'],
    [429, { type: 'error', message: 'Too many requests' }, 'tryAgain'],
    [503, '<html>', 'tryAgain'],
  ])('HTTP %i with %j: %s', async (status, body, is) => {
    const { url } = await service(() => ({ status, body }))
    expect(await outcomeOf(msg91(settings, url))).toMatchObject({ is })
  })
})

describe('Twilio', () => {
  const settings = { accountSid: 'AC123', authToken: 'the-token', from: '+15550100001' }

  // Messages.json: basic authentication, a form, 201
  function messages({ path, headers, body }: ReceivedRequest): Reply {
    const refused = (status: number, code: number, message: string) => ({
      status,
      body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    })
    const form = new URLSearchParams(body)
    if (path !== '/2010-04-01/Accounts/AC123/Messages.json')
      return refused(404, 20404, 'The requested resource was not found')
    const expected = Buffer.from('AC123:the-token').toString('base64')
    if (headers.authorization !== `Basic ${expected}`) return refused(401, 20003, 'Authenticate')
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return refused(400, 21604, "A 'To' phone number is required.")
    if (!/^\+\d{8,15}$/.test(form.get('To') ?? ''))
      return refused(400, 21211, "Invalid 'To' Phone Number")
    if (!form.get('From') && !form.get('MessagingServiceSid'))
      return refused(400, 21603, "A 'From' phone number is required.")
    if (!form.get('Body')) return refused(400, 21602, 'Message body is required.')
    return { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } }
  }

  test.each([
    ['From', '+15550100001'],
    ['MessagingServiceSid', 'MG456'],
  ])('sends by %s', async (field, from) => {
    const { url, received } = await service(messages)
    expect(await outcomeOf(twilio({ ...settings, from }, url))).toEqual({ is: 'sent' })
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      To: '+919812345678',
      [field]: from,
      Body: SMS.text,
    })
  })

  test.each([
    ['account', { ...settings, accountSid: 'AC999' }],
    ['token', { ...settings, authToken: 'another' }],
  ])('reports a wrong %s as a configuration error', async (_setting, given) => {
    const { url } = await service(messages)
    expect(await outcomeOf(twilio(given, url))).toMatchObject({ is: 'configuration' })
  })

  test.each([
    [400, 10001, 'Account is not active', 'balance'],
    [400, 21606, "The 'From' phone number provided is not valid", 'configuration'],
    [400, 21611, "This 'From' number has exceeded the maximum number of queued", 'tryAgain'],
    [429, 20429, 'Too Many Requests', 'tryAgain'],
    [500, 20500, 'Internal Server Error', 'tryAgain'],
  ])('HTTP %i with code %i, %s: %s', async (status, code, message, is) => {
    const { url } = await service(() => ({ status, body: { code, message, status } }))
    expect(await outcomeOf(twilio(settings, url))).toMatchObject({ is })
  })
})

describe('any service', () => {
  const send = (url: string) => twilio({ accountSid: 'AC1', authToken: 't', from: '+1' }, url)

  test('aborts a request after five seconds', async () => {
    expect(SMS_TIMEOUT_MS).toBe(5000)
    const { url } = await service(() => 'silence')
    const started = performance.now()
    const outcome = await outcomeOf(send(url), 200)
    expect(outcome).toMatchObject({ is: 'tryAgain', why: expect.stringContaining('timeout') })
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test.each([(n: string) => n, (n: string) => `${n.slice(0, 5)} ${n.slice(5)}`])(
    'masks the number in the message of a service',
    async (written) => {
      const message = `The number +91${written(SMS.number)} is not valid`
      const { url } = await service(() => ({ status: 400, body: { code: 21211, message } }))
      const why = `HTTP 400, 21211, The number +XXXXXXXX${SMS.number.slice(-4)} is not valid`
      expect(await outcomeOf(send(url))).toMatchObject({ why })
    },
  )

  test('reports an unreachable service as temporary', async () => {
    expect(await outcomeOf(send('http://127.0.0.1:1'))).toMatchObject({ is: 'tryAgain' })
  })

  test('follows no redirect, so that no other server receives the key', async () => {
    const other = await service(() => ({ status: 201, body: {} }))
    const { url } = await service(() => ({
      status: 307,
      body: {},
      headers: { location: other.url },
    }))
    expect(await outcomeOf(send(url))).toMatchObject({ is: 'tryAgain' })
    expect(other.received).toEqual([])
  })
})

describe('in development', () => {
  test('writes each SMS to a file in DATA_DIR/outbox', async () => {
    const folder = await scratchFolder('sms')
    const said: string[] = []
    const transport = smsTransport(readConfig({ DATA_DIR: folder }), (line) => said.push(line))
    expect(await sendSms(transport, SMS)).toEqual({ is: 'sent' })
    const [name = ''] = await readdir(join(folder, 'outbox'))
    expect(name).toMatch(/\.txt$/)
    const file = join(folder, 'outbox', name)
    expect(await readFile(file, 'utf8')).toBe(`To: ${SMS.number}\n\n${SMS.text}\n`)
    expect(said).toEqual([`SMS to ${SMS.number}: ${file}`])
    await rm(folder, { recursive: true })
  })

  test.each([
    ['http://localhost:4000', true],
    ['http://127.0.0.1:4000', true],
    ['http://[::1]:4000', true],
    ['https://office.example', false],
  ])('the console at %s receives the OTP: %s', (PUBLIC_URL, shown) => {
    // beyond loopback, a server with this transport starts only without Super Admins
    const env = { ADMIN_PASSWORD: 'a-password-of-ours', DEMO_DATA: 'none', PUBLIC_URL }
    expect(smsTransport(readConfig(env), () => {}).showsOtp).toBe(shown)
  })

  test.each(['fast2sms', 'msg91', 'twilio'])(
    'the console never receives the OTP with %s',
    (name) => {
      const config = readConfig({
        SMS: name,
        SUPER_ADMIN_NUMBERS: '9812345671,9812345672,9812345673',
        FAST2SMS_KEY: 'k',
        MSG91_KEY: 'k',
        MSG91_TEMPLATE_ID: 't',
        TWILIO_ACCOUNT_SID: 'AC1',
        TWILIO_AUTH_TOKEN: 't',
        TWILIO_FROM: '+1',
      })
      expect(smsTransport(config, () => {}).showsOtp).toBe(false)
    },
  )
})
