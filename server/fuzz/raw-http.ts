import * as fc from 'fast-check'
import type { RawRequest } from './request.ts'

const HOST = 'host: fuzz'
const AUTHORIZED = `${HOST}\r\nauthorization: Bearer {{token}}`

/** Request lines, most of them invalid. */
const LINES = [
  'GET /health HTTP/1.1',
  'GET /bookings?limit=1 HTTP/1.1',
  'POST /temp-partner HTTP/1.1',
  'GET  /health HTTP/1.1',
  'GET /health HTTP/1.0',
  'GET /health HTTP/2.0',
  'GET /health HTTP/9.9',
  'GET /health',
  'GET',
  '',
  ' ',
  'get /health HTTP/1.1',
  'FROB /health HTTP/1.1',
  'CONNECT 127.0.0.1:1 HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET http://elsewhere.example/bookings HTTP/1.1',
  'POST http://x/identitytoolkit.googleapis.com/v1/accounts:lookup?key=mandap HTTP/1.1',
  'POST //identitytoolkit.googleapis.com/v1/accounts:lookup HTTP/1.1',
  'GET bookings HTTP/1.1',
  'GET ?limit=1 HTTP/1.1',
  'GET /%zz HTTP/1.1',
  'GET /\u00ff\u00fe HTTP/1.1',
  'GET /a b HTTP/1.1',
  'GET /\0 HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  'PRI * HTTP/2.0',
  '\x16\x03\x01\x02\x00\x01\x00',
]

const HEADERS = [
  HOST,
  AUTHORIZED,
  '',
  `${HOST}\r\nno colon`,
  `${HOST}\r\n: no name`,
  `${HOST}\r\n folded: 1`,
  `${HOST}\r\nx:\0`,
  `${HOST}\r\nx: \u00ff\u0080`,
  `${HOST}\r\n${HOST}`,
  `${HOST}\r\nx: ${'h'.repeat(20_000)}`,
  `${HOST}\r\n${'x: y\r\n'.repeat(3000)}z: 1`,
  `${HOST}\r\ncontent-length: -1`,
  `${HOST}\r\ncontent-length: x`,
  `${HOST}\r\ncontent-length: 99999999999999999999`,
  `${AUTHORIZED}\r\ncontent-type: application/json\r\ncontent-length: 4`,
  `${AUTHORIZED}\r\ncontent-type: application/json\r\ncontent-length: 100`,
  `${AUTHORIZED}\r\ncontent-type: application/json\r\ncontent-length: 4\r\ncontent-length: 5`,
  `${AUTHORIZED}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked`,
  `${AUTHORIZED}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\ncontent-length: 4`,
  `${AUTHORIZED}\r\ntransfer-encoding: gzip, chunked`,
  `${AUTHORIZED}\r\ntransfer-encoding: x`,
  `${HOST}\r\nexpect: 100-continue\r\ncontent-length: 2`,
  `${HOST}\r\nexpect: x`,
  `${HOST}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13`,
  `${HOST}\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: x`,
  `${HOST}\r\nconnection: close`,
]

const BODIES = [
  '',
  '{}',
  '{"PartnerName":"A"}',
  'null',
  '4\r\n{"a"\r\n',
  '2\r\n{}\r\n0\r\n\r\n',
  'zz\r\n{}\r\n',
  'ffffffffffffffff\r\n{}',
  '2;x="\r\n{}\r\n0\r\nx: y\r\n\r\n',
  'GET /health HTTP/1.1\r\nhost: fuzz\r\n\r\n',
  '\0\0\0\0',
]

/** Bytes that are invalid or unusual HTTP. */
export const rawRequest: fc.Arbitrary<RawRequest> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...LINES),
        fc.constantFrom(...HEADERS),
        fc.constantFrom(...BODIES),
        fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
      )
      .map(([line, headers, body, end]): RawRequest => {
        const head = [line, ...headers.split('\r\n').filter((one) => one !== '')].join(end)
        return { kind: 'raw', text: `${head}${end}${end}${body}` }
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary-ascii' })
      .map((text): RawRequest => ({ kind: 'raw', text })),
  },
)
