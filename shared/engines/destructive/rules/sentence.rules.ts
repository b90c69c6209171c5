import type { Rule } from '../rule.ts'

/** What a plain sentence asks for. */
export const sentenceRules = {
  destroyAll: {
    id: 'text.destroy-everything',
    family: 'tool',
    is: 'critical no system',
    message: 'Asks to destroy a whole database, cluster, account, disk or all of something.',
    safer: 'Ask for the exact command and a backup first.',
  },
  destroyMany: {
    id: 'text.destroy-many',
    family: 'tool',
    is: 'high no collection',
    message: 'Asks to delete many things, or something that holds data.',
    safer: 'Ask for the list that would go first.',
  },
  destroy: {
    id: 'text.destroy',
    family: 'tool',
    is: 'medium no item',
    message: 'Asks to delete, stop or revoke something.',
    safer: 'Ask for the exact command first.',
  },
  pay: {
    id: 'text.pay',
    family: 'payment',
    is: 'high no item',
    message: 'Asks to move money.',
    safer: 'Confirm receiver and amount with a human.',
  },
  refundAll: {
    id: 'text.pay-everything',
    family: 'payment',
    is: 'critical no account',
    message: 'Asks to move all the money, or money for everybody.',
    safer: 'Confirm receivers and amounts with a human.',
  },
} as const satisfies Record<string, Rule>
