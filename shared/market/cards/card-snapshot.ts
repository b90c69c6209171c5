/** What the processor says of a payment intent and of everything that hangs on it, read at one moment. Cents. */
export type CardSnapshot = {
  intentId: string
  status: string
  amountCents: number
  receivedCents: number
  currency: string
  isLive: boolean
  /** Public id of the purchase or hire, as the intent carries it. */
  purchaseId: string | null
  /** Why the last card did not pay; null after none. */
  decline: string | null
  refundedCents: number
  /** What the processor took for itself, of the payment and of its refunds; 0 while it does not say. */
  processorFeeCents: number
  refunds: readonly { id: string; ourId: string | null; amountCents: number; status: string }[]
  disputes: readonly CardDisputeSeen[]
  isWarned: boolean
}

export type CardDisputeSeen = {
  id: string
  amountCents: number
  /** What it cost so far; less after it was won. */
  feeCents: number
  reason: string
  status: string
  respondBy: Date | null
  openedAt: Date
}

const CLOSED_WITHOUT_LOSS: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'])

/** Whether the bank only asks: an inquiry takes no money. */
const isInquiry = ({ status }: CardDisputeSeen) => status.startsWith('warning_')

/** Whether the bank has taken the money and has not decided yet. */
export const isOpenDispute = (dispute: CardDisputeSeen): boolean =>
  !isInquiry(dispute) && !CLOSED_WITHOUT_LOSS.has(dispute.status) && dispute.status !== 'lost'

/** What the buyer's bank holds of a payment now, of open and of lost disputes, in cents. */
export const disputedCentsOf = ({ disputes, receivedCents }: CardSnapshot): number =>
  Math.min(
    receivedCents,
    disputes
      .filter((one) => isOpenDispute(one) || one.status === 'lost')
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  )

/** What disputes cost so far, in cents. */
export const disputeFeeCentsOf = ({ disputes }: CardSnapshot): number =>
  disputes.reduce((sum, { feeCents }) => sum + feeCents, 0)

/** What has left a payment, given what had gone back of it before: a refund that fails later is not taken back. */
export const takenOf = ({ refundedCents: before }: { refundedCents: number }, snapshot: CardSnapshot) => ({
  refundedCents: Math.max(before, snapshot.refundedCents),
  disputedCents: disputedCentsOf(snapshot),
  feeCents: disputeFeeCentsOf(snapshot),
})
