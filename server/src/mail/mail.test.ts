import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailServer } from '../../testing/mail-server.ts'
import { encryptedSmtp } from '../config/unencrypted.ts'
import { outboxMail, smtpMail } from './mail.ts'
import { resetMail } from '../identity/reset-mail.ts'

const LINK = 'http://localhost:4000/reset-password?mode=resetPassword&apiKey=mandap#?oobCode=abc'
const MAIL = resetMail({ email: 'asha@example.in', name: 'Asha <R>' }, LINK)

test('writes each mail to a file of the outbox without SMTP_URL, and prints its name', async () => {
  const place = await mkdtemp(join(tmpdir(), 'mandap-mail-'))
  const folder = join(place, 'outbox')
  const lines: string[] = []
  const send = outboxMail(folder, 'Mandap <no-reply@localhost>', (line) => lines.push(line))
  await send(MAIL)
  await send({ ...MAIL, subject: 'Second' })

  const files = (await readdir(folder)).toSorted()
  expect(files).toHaveLength(2)
  expect(lines).toEqual(files.map((file) => `Mail to asha@example.in: ${join(folder, file)}`))
  const [first, second] = await Promise.all(
    files.map((file) => readFile(join(folder, file), 'utf8')),
  )
  expect(first).toContain('Subject: Reset your Mandap password')
  expect(second).toContain('Subject: Second')
  // in one line, so that it can be copied
  expect(first?.split('\r\n')).toContain(LINK)
  await rm(place, { recursive: true })
})

test('sends mail through the server of SMTP_URL', async () => {
  const smtp = await mailServer()
  await smtpMail(`smtp://127.0.0.1:${smtp.port}`, 'Mandap <no-reply@mandap.test>')(MAIL)
  expect(smtp.received).toContain('MAIL FROM:<no-reply@mandap.test>')
  expect(smtp.received).toContain('RCPT TO:<asha@example.in>')
  expect(smtp.received).toContain('From: Mandap <no-reply@mandap.test>')
  smtp.close()
})

test('sends no mail to another machine without TLS', async () => {
  const smtp = await mailServer()
  const url = encryptedSmtp('smtp://mail.example:25')
  expect(url).toBe('smtp://mail.example:25?requireTLS=true')
  const { search } = new URL(url)
  const send = smtpMail(`smtp://127.0.0.1:${smtp.port}${search}`, 'Mandap <no-reply@mandap.test>')
  await expect(send(MAIL)).rejects.toMatchObject({ code: 'ESOCKET' })
  expect(smtp.received).toContain('STARTTLS')
  expect(smtp.received.join()).not.toContain('MAIL FROM')
  smtp.close()
  expect(encryptedSmtp('smtp://localhost:25')).toBe('smtp://localhost:25')
})

test('rejects if the mail server rejects the mail', async () => {
  const smtp = await mailServer({ refuses: true })
  const send = smtpMail(`smtp://127.0.0.1:${smtp.port}`, 'Mandap <no-reply@mandap.test>')
  await expect(send(MAIL)).rejects.toThrow('no such mailbox')
  smtp.close()
})

test('writes names as text into the mail', () => {
  expect(MAIL.text).toContain('Hello Asha <R>,')
  expect(MAIL.html).toContain('Hello Asha &lt;R&gt;,')
  expect(MAIL.html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
})
