import type { Finding } from '#shared/engines/guard/verdict.ts'

/** What a payment can be found to be, and what follows from it. */
export type SettlementStatus = 'settled' | 'pending' | 'failed' | 'not_found' | 'expired_unused' | 'unknown'

type State = {
  decision: Finding['decision']
  advice: 'wait' | 'serve' | 'resign' | 'reconcile'
  message: string
  next: string
}

export const SETTLEMENT_STATES: Readonly<Record<SettlementStatus, State>> = {
  settled: {
    decision: 'allow',
    advice: 'serve',
    message: 'The payment is on chain.',
    next: 'Serve what was paid for; sign nothing more.',
  },
  pending: {
    decision: 'review',
    advice: 'wait',
    message: 'It is not on chain, and still can be.',
    next: 'Wait and ask again; send the same payment again rather than sign a new one.',
  },
  not_found: {
    decision: 'review',
    advice: 'reconcile',
    message: 'The chain knows no such transaction.',
    next: 'Check network and id, send the payment itself to ask about, and sign nothing new meanwhile.',
  },
  unknown: {
    decision: 'review',
    advice: 'reconcile',
    message: 'What the chain shows does not say whether money moved.',
    next: 'Ask again with the payment itself; sign nothing new until it is known.',
  },
  failed: {
    decision: 'block',
    advice: 'resign',
    message: 'It failed, and no money moved.',
    next: 'Serve nothing; sign a new payment if you still want to buy.',
  },
  expired_unused: {
    decision: 'block',
    advice: 'resign',
    message: 'The authorization expired without having been used: it can never be paid any more.',
    next: 'Serve nothing; sign a new payment if you still want to buy.',
  },
}
