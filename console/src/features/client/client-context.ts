import type { Client } from '@mandap/client/client.ts'
import { createContext, useContext } from 'preact/compat'

export const ClientContext = createContext<Client | null>(null)

/** Returns the client that sends the calls of this page. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useClient() outside <ClientContext value={client}>')
  return client
}
