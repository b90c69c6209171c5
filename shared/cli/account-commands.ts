import { Email } from '#shared/market/users/account-fields.ts'
import { RESET_MINUTES } from '#shared/market/users/set-password.ts'
import { normaliseUsername } from '#shared/market/users/username.ts'
import type { AccountAct } from '#shared/operators/acts/account-act.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about marketplace accounts. */
export type AccountCommand = ResetCommand | AccountAct

export type ResetCommand = { name: 'account reset-token'; email: string; username: string | null; minutes: number }

const MOST_MINUTES = 1_440

/** Parses what follows `account`. Throws UsageError unless it is a complete, known command. */
export function readAccountCommand([verb, ...words]: readonly string[], options: Options): AccountCommand {
  switch (verb) {
    case 'reset-token': {
      takesOnly('account reset-token', { words, options }, 'email', 'username', 'minutes')
      const address = Email.safeParse(options.email)
      if (!address.success) throw new UsageError('account reset-token needs --email with an e-mail address.')
      const minutes = options.minutes ?? String(RESET_MINUTES)
      if (!/^[1-9]\d{0,3}$/.test(minutes) || Number(minutes) > MOST_MINUTES)
        throw new UsageError(`--minutes is a whole number from 1 to ${MOST_MINUTES}.`)
      const username = options.username === undefined ? null : normaliseUsername(options.username)
      return { name: 'account reset-token', email: address.data, username, minutes: Number(minutes) }
    }
    case 'suspend':
    case 'restore':
      takesOnly(`account ${verb}`, { words, options }, 'username')
      if (options.username === undefined) throw new UsageError(`account ${verb} needs --username.`)
      return { name: `account ${verb}`, username: normaliseUsername(options.username) }
    default:
      throw new UsageError('What follows account is reset-token, suspend or restore.')
  }
}
