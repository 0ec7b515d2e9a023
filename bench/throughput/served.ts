/** What a server process of the measurement reports when it listens. */
export interface Served {
  url: string
  /** The ID token of a signed-in administrator, if the server needs one. */
  token: string
}
