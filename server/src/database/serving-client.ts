import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/** A connection whose socket can be destroyed. `end` would wait for running queries. */
export class ServingClient extends Client {
  readonly socket: Socket
  constructor(config: ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }
}
