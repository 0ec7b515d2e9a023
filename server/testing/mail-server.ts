import { createServer, type Socket } from 'node:net'

/** Starts a minimal SMTP server on a free loopback port. It refuses every recipient, or receives mails. */
export async function mailServer({ refuses = false } = {}) {
  const received: string[] = []
  const server = createServer((socket: Socket) => {
    let inMail = false
    let rest = ''
    socket.on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      // a chunk can end within a line
      rest = lines.pop() ?? ''
      for (const line of lines.filter(Boolean)) {
        received.push(line)
        if (inMail && line !== '.') continue
        if (line === '.') inMail = false
        if (line === 'DATA') inMail = true
        if (line === 'QUIT') socket.end()
        else if (line === 'STARTTLS') say('454 TLS not available')
        else if (line.startsWith('RCPT') && refuses) say('550 no such mailbox')
        else say(line === 'DATA' ? '354 go on' : '250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, received, close: () => server.close() }
}
