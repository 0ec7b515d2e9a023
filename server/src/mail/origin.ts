import { deviceName, deviceText } from '@mandap/domain/session/device-name.ts'
import type { FastifyRequest } from 'fastify'
import { countedAddress } from '../rate-limit/rate-limit.ts'

/** When something was done and from which device and address. */
export interface Origin {
  at: Date
  device: string
  address: string
}

/** Returns from where a request was sent. */
export function originOf({ headers, ip }: FastifyRequest, at: Date): Origin {
  const device = deviceText(deviceName(headers['user-agent'] ?? ''))
  return { at, device, address: countedAddress(ip) }
}

/** Returns the paragraph of a mail that says from where something was done. */
export function originText({ at, device, address }: Origin): string {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `Time: ${time}\nDevice: ${device}\nAddress: ${address || 'unknown'}`
}
