import { Email } from '#shared/market/accounts/account-fields.ts'
import { RESET_MINUTES } from '#shared/market/accounts/set-password.ts'
import { normaliseUsername } from '#shared/market/accounts/username.ts'

/** What an operator may do with the accounts of the marketplace. */
export type AccountCommand =
  | { name: 'account reset-token'; email: string; username: string | null; minutes: number }
  | { name: 'account suspend' | 'account restore'; username: string }

/** The options that may come with `account`. */
type About = { email?: string | undefined; username?: string | undefined; minutes?: string | undefined }

const MOST_MINUTES = 1_440

export const isAccountCommand = (command: { name: string }): command is AccountCommand =>
  command.name.startsWith('account ')

/** Reads what follows `account`; null for anything that is not a whole, known command. */
export function readAccountCommand(
  operands: readonly string[],
  { email, username, minutes }: About,
): AccountCommand | null {
  const [verb, ...more] = operands
  if (more.length > 0) return null
  const name = username === undefined ? null : normaliseUsername(username)
  switch (verb) {
    case 'reset-token': {
      const address = Email.safeParse(email)
      const life = minutes ?? String(RESET_MINUTES)
      if (!address.success || !/^[1-9]\d{0,3}$/.test(life) || Number(life) > MOST_MINUTES) return null
      return { name: 'account reset-token', email: address.data, username: name, minutes: Number(life) }
    }
    case 'suspend':
    case 'restore':
      if (name === null || email !== undefined || minutes !== undefined) return null
      return { name: `account ${verb}`, username: name }
    default:
      return null
  }
}
