/** Nothing was done and nothing is known, through no fault of the payment: the same may go well a moment later. */
export class TemporarilyUnavailable extends Error {
  override readonly name: string = 'TemporarilyUnavailable'
}
