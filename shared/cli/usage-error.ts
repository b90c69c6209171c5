/** The command line is not a complete, known command. The message is one sentence that says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The options of all commands, as typed. */
export type Options = Readonly<
  Partial<
    Record<
      | 'cents'
      | 'kind'
      | 'pay'
      | 'key'
      | 'offer'
      | 'url'
      | 'email'
      | 'username'
      | 'minutes'
      | 'listing'
      | 'payout'
      | 'purchase'
      | 'event'
      | 'dispute'
      | 'evidence'
      | 'reason'
      | 'job'
      | 'percent'
      | 'as'
      | 'account'
      | 'role',
      string | undefined
    >
  > & {
    json?: boolean | undefined
  }
>

/** Most characters of a reason that an operator gives. */
const MOST_CHARACTERS = 200

/** The reason of a command. Throws UsageError without one. */
export function reasonOf(command: string, { reason = '' }: Options): string {
  const said = reason.trim()
  if (said === '' || said.length > MOST_CHARACTERS)
    throw new UsageError(`${command} needs --reason with 1 to ${MOST_CHARACTERS} characters; the log keeps it.`)
  return said
}

/** Throws UsageError for extra words, or options this command does not take. */
export function takesOnly(
  command: string,
  { words, options }: { words: readonly string[]; options: Options },
  ...taken: readonly (keyof Options)[]
): void {
  const [word] = words
  if (word !== undefined) throw new UsageError(`"${command}" does not take "${word}".`)
  const stray = Object.keys(options).find((name) => !taken.some((one) => one === name))
  if (stray !== undefined) throw new UsageError(`"${command}" does not take --${stray}.`)
}
