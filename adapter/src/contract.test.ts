import { createClient } from '@mandap/client/client.ts'
import { type ClientUnderTest, contractSuite } from '@mandap/client/testing/contract.suite.ts'
import type { Seed } from '@mandap/client/testing/seed.ts'
import { plainHost } from '@mandap/server/testing/plain-host.ts'
import { describe } from 'vitest'
import { createAdapter } from './adapter.ts'

describe.each(['bare', 'data'] as const)('a host of §7 whose lists arrive %s', (lists) => {
  const arrange = async (seed: Partial<Seed>): Promise<ClientUnderTest> => {
    const host = await plainHost({ ...seed, lists, token: 'secret' })
    const adapter = createAdapter({
      base: host.url,
      apiKey: 'key-1',
      superAdminNumbers: ['5550100001'],
      tokens: { person: () => '', token: () => 'secret', onUnauthorised() {} },
    })
    return {
      client: createClient(adapter),
      stored: (kind, id) => Promise.resolve(host[kind].get(id)),
      lastOtp: () => Promise.resolve(host.otps.at(-1) ?? ''),
      readExport: ({ url }) => fetch(url),
      close: () => host.close(),
    }
  }
  contractSuite(arrange, { liveChanges: false })
})
