import { createContext, useContext } from 'react'
import type { Host } from './host.ts'

export const HostContext = createContext<Host | null>(null)

/** The host that the configuration names. */
export function useHost(): Host {
  const host = useContext(HostContext)
  if (host === null) throw new Error('useHost() outside <HostContext value={host}>')
  return host
}
