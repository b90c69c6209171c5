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
      | 'url'
      | 'email'
      | 'username'
      | 'minutes'
      | 'listing'
      | 'payout'
      | 'purchase'
      | 'reason'
      | 'job'
      | 'percent'
      | 'as'
      | 'account',
      string | undefined
    >
  > & {
    json?: boolean | undefined
  }
>

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
