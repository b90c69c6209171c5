/** Nothing was done and the result is unknown, through no fault of the payment: a retry may succeed. */
export class TemporarilyUnavailable extends Error {
  override readonly name: string = 'TemporarilyUnavailable'
}
