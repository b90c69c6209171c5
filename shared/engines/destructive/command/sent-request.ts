/** A request that a command line sends. */
export type SentRequest = { method: string; url: string; body: string | undefined }

/** The method that a header puts in the place of the real one. */
export const overriddenMethod = (header: string): string | undefined =>
  /^x-(?:http-)?method(?:-override)?\s{0,4}:\s{0,4}([a-z]+)/i.exec(header)?.[1]?.toUpperCase()
