/** A notice: the type of its event, its subject, its text from the event's data, and whether it is about security. */
export type Notice = {
  subject: string
  text: (data: Readonly<Record<string, unknown>>) => string
  /** Sent also to those who opted out of notices. */
  isSecurity?: true
  /** Events of the type with these members only. */
  when?: Readonly<Record<string, string>>
}

const dollars = (cents: unknown) => `$${(Number(cents ?? 0) / 100).toFixed(2)}`

/** The events that are sent by mail, too. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  'bid.outbid': {
    subject: 'Somebody bid more than you',
    text: (data) =>
      `The highest bid for ${String(data['listing_id'])} is ${dollars(data['bid_cents'])} now. The auction ends at ${String(data['ends_at'])}.`,
  },
  'auction.won': {
    subject: 'You won an auction',
    text: (data) =>
      `Your bid of ${dollars(data['bid_cents'])} for ${String(data['listing_id'])} won. Pay until ${String(data['pay_until'])}.`,
  },
  'purchase.paid': {
    subject: 'A purchase waits for you to deliver it',
    when: { role: 'seller', delivery_status: 'awaiting' },
    text: (data) => `${String(data['purchase_id'])} was paid: ${dollars(data['price_cents'])}. Deliver it.`,
  },
  'payout.sent': {
    subject: 'A payout was sent',
    text: (data) =>
      `${String(data['amount_usdc'])} USDC were sent to your wallet. Transaction: ${String(data['transaction'])}.`,
  },
  'account.password_changed': {
    subject: 'Your password was changed',
    text: () =>
      'The password of your account was changed, and every session ended. If this was not you, write to support.',
    isSecurity: true,
  },
  'account.wallet_changed': {
    subject: 'The wallet of your payouts changed',
    text: (data) =>
      `Payouts go to ${typeof data['solana_wallet'] === 'string' ? data['solana_wallet'] : 'no wallet'} now. If this was not you, change your password and write to support.`,
    isSecurity: true,
  },
  'account.deletion_asked': {
    subject: 'Your account will be deleted',
    text: (data) =>
      `The deletion of your account was asked for. Until ${String(data['due_at'])} it may be kept: DELETE /api/auth/deletion.`,
    isSecurity: true,
  },
  'account.closed': {
    subject: 'Your account is closed',
    text: () =>
      'Your account begins nothing new. It is erased once nothing is open: GET /api/auth/deletion says what it waits for. If we still owe you money, prove a wallet, or take the token that claims it later: POST /api/auth/deletion/claim.',
    isSecurity: true,
  },
}

const refill = (data: Readonly<Record<string, unknown>>) =>
  data['refill_due'] === true ? ` Top it up with ${dollars(data['refill_cents'])}, as you set it.` : ' Top it up.'

/** The events of a service key that are sent to its notice address. */
export const KEY_NOTICES: Readonly<Record<string, Notice>> = {
  'balance.low': {
    subject: 'The balance of a key is low',
    text: (data) =>
      `The balance of key ${String(data['key_id'])} is ${dollars(data['balance_cents'])}, below ${dollars(data['below_cents'])}.${refill(data)}`,
  },
  'balance.depleted': {
    subject: 'The balance of a key is spent',
    text: (data) =>
      `The balance of key ${String(data['key_id'])} is ${dollars(data['balance_cents'])}; its calls are refused.${refill(data)}`,
  },
}
