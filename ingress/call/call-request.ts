/** An outcome call before anything about it is known to be right. */
export type CallRequest = {
  slug: string
  /** One value per name, lower case. */
  header: (name: string) => string | undefined
  /** Bytes of the body as declared; null where it comes in pieces. */
  bodyBytes: number | null
  /** Reads the JSON text of the body, up to a limit in bytes; throws Refusals. */
  readBody: (limit: number) => Promise<Uint8Array>
  /** Client address. */
  ip: string
  requestId: string
  /** The version of x402 its 402 is to be written in; 2 unless asked for. */
  x402Version?: 1 | 2
  /** Calls back when the caller hangs up before it was answered, at once when that has happened. */
  onLeave: (left: () => void) => void
}
