import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { encryptedSmtp } from '../config/unencrypted.ts'
import { outboxMail, smtpMail } from './mail.ts'
import { invitationMail } from '../administrator/mails.ts'
import { resetMail } from '../identity/reset-mail.ts'

const LINK = 'http://localhost:4000/reset-password?mode=resetPassword&apiKey=mandap#?oobCode=abc'
const FROM = 'Mandap <no-reply@mandap.test>'
const MAIL = resetMail({ email: 'asha@example.in', name: 'Asha <R>' }, LINK)

test('writes each mail to a file of the outbox without SMTP_URL, and prints its name', async () => {
  const place = await scratchFolder('mail')
  const folder = join(place, 'outbox')
  const lines: string[] = []
  const send = outboxMail(folder, 'Mandap <no-reply@localhost>', (line) => lines.push(line))
  await send(MAIL)
  await send({ ...MAIL, subject: 'Second' })

  const files = lines.map((line) => line.replace('Mail to asha@example.in: ', ''))
  expect(files).toHaveLength(2)
  // the names of two mails in one millisecond have any order
  const stored = (await readdir(folder)).map((file) => join(folder, file))
  expect(stored.toSorted()).toEqual(files.toSorted())
  const [first, second] = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  expect(first).toContain('Subject: Reset your Mandap password')
  expect(second).toContain('Subject: Second')
  // in one line, so that it can be copied
  expect(first?.split('\r\n')).toContain(LINK)
  await rm(place, { recursive: true })
})

test('sends mail through the server of SMTP_URL', async () => {
  const smtp = await mailServer()
  await smtpMail(`smtp://127.0.0.1:${smtp.port}`, FROM)(MAIL)
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
  const send = smtpMail(`smtp://127.0.0.1:${smtp.port}${search}`, FROM)
  await expect(send(MAIL)).rejects.toMatchObject({ code: 'ETLS' })
  expect(smtp.received).toContain('STARTTLS')
  expect(smtp.received.join()).not.toContain('MAIL FROM')
  smtp.close()
  expect(encryptedSmtp('smtp://localhost:25')).toBe('smtp://localhost:25')
})

test.each([
  ['asha,ravi@example.in', '<"asha,ravi"@example.in>'],
  ['asha;ravi@example.in', '<"asha;ravi"@example.in>'],
  ['asha<ravi@example.in', '<"asha ravi"@example.in>'],
  ['asha@ex,ample.in', '<asha@ex,ample.in>'],
])('reads the recipient %s as one address', async (to, written) => {
  const smtp = await mailServer()
  await smtpMail(`smtp://127.0.0.1:${smtp.port}`, FROM)({ ...MAIL, to })
  const recipients = smtp.received.filter((line) => line.startsWith('RCPT TO'))
  expect(recipients).toEqual([`RCPT TO:${written}`])
  smtp.close()
  const folder = await scratchFolder('mail')
  await outboxMail(folder, FROM, () => {})({ ...MAIL, to })
  const [file = ''] = await readdir(folder)
  expect(await readFile(join(folder, file), 'utf8')).toContain(`\nTo: ${written}\r\n`)
  await rm(folder, { recursive: true })
})

test.each([
  ['does not greet', '', ''],
  ['says nothing after its greeting', '220 test\r\n', ''],
  ['never ends its answer', '220 test\r\n', '250-test\r\n'],
])('rejects within its limits if the mail server %s', async (_title, greeting, line) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).write(greeting)
    const talk = setInterval(() => socket.write(line), 20)
    socket.on('close', () => clearInterval(talk))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const limits = { connectMs: 100, totalMs: 300 }
  const since = performance.now()
  await expect(smtpMail(`smtp://127.0.0.1:${port}`, FROM, limits)(MAIL)).rejects.toThrow(
    /greeting never received|timeout|no answer within/i,
  )
  expect(performance.now() - since).toBeLessThan(5000)
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('rejects if the mail server rejects the mail', async () => {
  const smtp = await mailServer({ refuses: true })
  const send = smtpMail(`smtp://127.0.0.1:${smtp.port}`, FROM)
  await expect(send(MAIL)).rejects.toThrow('no such mailbox')
  smtp.close()
})

test('writes names as text into the mail', () => {
  expect(MAIL.text).toContain('Hello Asha <R>,')
  expect(MAIL.html).toContain('Hello Asha &lt;R&gt;,')
  expect(MAIL.html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
})

test('the link of an invitation can be clicked, and is whole in the text', () => {
  const person = { email: 'asha@example.in', name: 'Asha', by: 'ravi@example.in' }
  const { text, html } = invitationMail(person, LINK)
  expect(html).toContain(`<a href="${LINK.replaceAll('&', '&amp;')}"`)
  expect(html).toContain('>Choose your password</a>')
  expect(text).toContain(`\n\nChoose your password:\n${LINK}\n\n`)
})
