// Runs a bare `node:http` handler that sends the records of one path as PostgreSQL's JSON, on the database of the
// first argument. Its SQL is the one of our server, without the session and the count.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageSql } from '@mandap/server/testing/page-sql.ts'
import { Pool } from 'pg'
import type { Served } from './served.ts'

const [, , databaseUrl = '', path = ''] = process.argv
const { sql, parameters } = await pageSql(databaseUrl, path)
const pool = new Pool({ connectionString: databaseUrl, max: 10 })
const server = createServer((_request, response) => void answer(response))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}`, token: '' } satisfies Served)
})

async function answer(response: ServerResponse) {
  try {
    const { rows } = await pool.query<{ data: string }>(sql, [...parameters])
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(rows[0]?.data)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}
