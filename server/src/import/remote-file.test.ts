import type { lookup as systemLookup } from 'node:dns'
import type { RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '../../testing/listen.ts'
import { isPublicAddress } from '../network/public-address.ts'
import { openRemoteFile, REMOTE_LIMITS, type RemoteOptions } from './remote-file.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(answer: RequestListener) {
  const server = await listen(answer)
  closing.push(server.close)
  return server
}

const ANYWHERE: RemoteOptions = { allows: () => true }

async function read(address: string, options = ANYWHERE): Promise<string> {
  const { stream } = await openRemoteFile(new URL(address), options)
  return (await buffer(stream)).toString()
}

function within(limits: Partial<typeof REMOTE_LIMITS>): RemoteOptions {
  return { ...ANYWHERE, limits: { ...REMOTE_LIMITS, ...limits } }
}

/** A lookup that resolves the name to these addresses, one after another. */
function names(...addresses: string[]): typeof systemLookup {
  let requested = 0
  function lookup(_name: string, _options: unknown, done: (...found: unknown[]) => void) {
    const address = addresses[Math.min(requested, addresses.length - 1)] ?? ''
    requested += 1
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
  return lookup as unknown as typeof systemLookup
}

describe('a file on another server', () => {
  test('refuses to receive a file unencrypted from another machine, if that is required', async () => {
    const options = { ...ANYWHERE, requiresTls: true }
    await expect(openRemoteFile(new URL('http://files.example/a.png'), options)).rejects.toThrow(
      'Set ALLOW_UNENCRYPTED=import if that is right.',
    )
  })

  test('arrives with the type that the server sends, and no credentials are sent', async () => {
    const requested: unknown[] = []
    const { url } = await serve((request, response) => {
      requested.push([request.method, request.url, request.headers])
      response.setHeader('content-type', 'image/png').end('a picture')
    })
    const { stream, type } = await openRemoteFile(new URL(`${url}/a.png?token=1`), ANYWHERE)
    expect([type, (await buffer(stream)).toString()]).toEqual(['image/png', 'a picture'])
    expect(requested).toEqual([
      ['GET', '/a.png?token=1', expect.not.objectContaining({ authorization: expect.anything() })],
    ])
  })

  test.each([
    ['gzip', gzipSync('a picture')],
    ['br', brotliCompressSync('a picture')],
  ])('that is stored as %s is read', async (encoding, content) => {
    const { url } = await serve((_, response) =>
      response.setHeader('content-encoding', encoding).end(content),
    )
    expect(await read(url)).toBe('a picture')
  })

  test.each([
    [401, 'The server denies access to it (401).'],
    [403, 'The server denies access to it (403).'],
    [404, 'The file no longer exists (404).'],
    [410, 'The file no longer exists (410).'],
    [204, 'The server answers 204, not with a file.'],
    [300, 'The server answers 300, not with a file.'],
    [429, 'The server answers 429. Try again later.'],
    [503, 'The server answers 503. Try again later.'],
  ])('that answers %i is rejected with a reason', async (status, message) => {
    const { url } = await serve((_, response) => response.writeHead(status).end())
    await expect(read(url)).rejects.toMatchObject({ message, isUnreachable: false })
  })

  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      'is cut off',
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('a pic')
        setImmediate(() => response.destroy())
      },
      'The connection ended before the end of the file.',
    ],
    [
      'is no gzip',
      (response) => response.setHeader('content-encoding', 'gzip').end('a picture'),
      'It arrived damaged.',
    ],
    [
      'is compressed in an unknown way',
      (response) => response.setHeader('content-encoding', 'constructor').end('a picture'),
      'The server sends it in an unknown compression format.',
    ],
  ])('that %s is rejected', async (_, answer, message) => {
    const { url } = await serve((_request, response) => answer(response))
    await expect(read(url)).rejects.toMatchObject({ message })
  })

  test('that stalls is aborted, before the response and within it', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/begun') response.write('a pic')
    })
    const limits = within({ stalled: 1000 })
    const message = 'The server sent nothing for 1 seconds.'
    await expect(read(`${url}/`, limits)).rejects.toMatchObject({ message, isUnreachable: true })
    await expect(read(`${url}/begun`, limits)).rejects.toMatchObject({
      message,
      isUnreachable: false,
    })
  })

  test('that arrives too slowly is aborted, even if it never stalls', async () => {
    const { url } = await serve((_, response) => {
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await expect(read(url, within({ whole: 300 }))).rejects.toMatchObject({
      message: 'It took longer than 0.3 seconds.',
    })
  })

  test('of a server that does not exist is unreachable', async () => {
    const { url, close } = await listen(() => {})
    await close()
    await expect(read(url)).rejects.toMatchObject({
      message: 'The server cannot be reached: nothing listens there.',
      isUnreachable: true,
    })
    // without a name server, which may be slow
    const unknown = ((_name: string, _options: unknown, done: (error: Error) => void) =>
      done(
        Object.assign(new Error('not found'), { code: 'ENOTFOUND' }),
      )) as unknown as typeof systemLookup
    const options = { ...ANYWHERE, lookup: unknown }
    await expect(read('http://files.example/a.png', options)).rejects.toMatchObject({
      message: 'The server cannot be reached: no host has that name.',
      isUnreachable: true,
    })
  })

  test('of a server that accepts no connection in time is unreachable', async () => {
    // a name that is never resolved simulates a connection that is never made
    const lookup = (() => {}) as unknown as typeof systemLookup
    const options = { ...within({ connect: 100 }), lookup }
    await expect(read('http://files.example/a.png', options)).rejects.toMatchObject({
      message: 'The server does not answer.',
      isUnreachable: true,
    })
  })

  test('is closed if nobody reads it', async () => {
    const closed = Promise.withResolvers<void>()
    const { url } = await serve((_, response) => {
      response.on('close', () => closed.resolve())
      response.write('a pic')
    })
    const { stream } = await openRemoteFile(new URL(url), ANYWHERE)
    stream.destroy()
    await expect(closed.promise).resolves.toBeUndefined()
  })
})

describe('a redirect', () => {
  test('is followed, also if it is relative', async () => {
    const { url } = await serve(({ url: path }, response) => {
      if (path === '/a') response.writeHead(302, { location: '/b?token=1' }).end()
      else if (path === '/b?token=1') response.writeHead(308, { location: 'c' }).end()
      else response.end(path)
    })
    expect(await read(`${url}/a`)).toBe('/c')
  })

  test('that loops is aborted after five', async () => {
    let requested = 0
    const { url } = await serve((_, response) => {
      requested += 1
      response.writeHead(302, { location: '/' }).end()
    })
    await expect(read(url)).rejects.toMatchObject({ message: 'It redirects more than 5 times.' })
    expect(requested).toBe(6)
  })

  test.each([
    ['file:///etc/passwd', /^It redirects to .*That is not a web address\.$/],
    ['ftp://files.example/a', /That is not a web address\.$/],
    [
      'http://user:secret@files.example/a',
      /^It redirects to files\.example\. The address contains/,
    ],
    ['http://files.example:25/', /^It redirects to files\.example:25\. Port 25 is not a port of/],
    ['http://[', /^It redirects to an invalid address\.$/],
  ])('to %s is rejected', async (location, message) => {
    const { url } = await serve((_, response) => response.writeHead(302, { location }).end())
    await expect(read(url)).rejects.toMatchObject({ message: expect.stringMatching(message) })
  })

  test('to a private address is rejected, as an IP address and as a name', async () => {
    const requested: unknown[] = []
    const inner = await serve((request, response) => {
      requested.push(request.url)
      response.end('a secret')
    })
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
      // the first server simulates a public one
      let isRedirected = false
      const outer = await serve((_, response) => {
        isRedirected = true
        response.writeHead(302, { location: `http://${host}:${inner.port}/` }).end()
      })
      const allows = (address: string) => !isRedirected || isPublicAddress(address)
      await expect(read(outer.url, { allows })).rejects.toMatchObject({
        message: expect.stringMatching(/^It redirects to .* is not an address of the public/),
      })
    }
    expect(requested).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://10.0.0.5/',
    'http://172.16.4.4/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://localhost/',
  ])('that is not public is rejected without a connection: %s', async (address) => {
    await expect(read(address, { allows: isPublicAddress })).rejects.toMatchObject({
      message: expect.stringMatching(
        /is not an address of the public Internet\. Add --allow-private if that is right\.$/,
      ),
      isUnreachable: false,
    })
  })

  test('of a name that resolves to loopback is rejected without a connection', async () => {
    let requested = 0
    const { port } = await serve((_, response) => {
      requested += 1
      response.end('a secret')
    })
    const options = { allows: isPublicAddress, lookup: names('127.0.0.1') }
    await expect(read(`http://files.example:${port}/`, options)).rejects.toMatchObject({
      message: expect.stringContaining('files.example is 127.0.0.1, which is not an address of'),
    })
    expect(requested).toBe(0)
  })

  test('is connected to as it was checked, even if the name later resolves to another', async () => {
    const { port } = await serve((_, response) => response.end('checked'))
    const options = {
      // loopback simulates a public address
      allows: (address: string) => address === '127.0.0.1',
      lookup: names('127.0.0.1', '10.0.0.5'),
    }
    expect(await read(`http://files.example:${port}/`, options)).toBe('checked')
    await expect(read(`http://files.example:${port}/`, options)).rejects.toMatchObject({
      message: expect.stringContaining('files.example is 10.0.0.5, which is not an address of'),
    })
  })

  test.each([
    ['http://user@files.example/', 'The address contains a user name or a password.'],
    ['http://:secret@files.example/', 'The address contains a user name or a password.'],
    ['http://files.example:22/', 'Port 22 is not a port of web servers.'],
    ['ftp://files.example/', 'That is not a web address.'],
    ['file:///etc/passwd', 'That is not a web address.'],
  ])('%s is refused', async (address, message) => {
    await expect(read(address)).rejects.toMatchObject({ message })
  })
})
