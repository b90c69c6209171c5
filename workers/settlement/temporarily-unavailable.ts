/** Nothing was done and the result is unknown, through no fault of the payment: a retry may succeed. */
export class TemporarilyUnavailable extends Error {
  override readonly name: string = 'TemporarilyUnavailable'
}

/** For `catch`: null if the chain was silent; anything else is thrown on. */
export function nullIfUnavailable(error: unknown): null {
  if (error instanceof TemporarilyUnavailable) return null
  throw error
}
