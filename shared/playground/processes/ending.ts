const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** Ctrl-C arrives twice, from the terminal and from npm. Only a signal later than this kills everything at once. */
const SAME_PRESS_MS = 1_000

export type Ending = {
  /** Resolves with the reason when the playground is asked to end. */
  asked: Promise<string>
  isAsked: () => boolean
  ask: (reason: string) => void
}

/**
 * Listens for everything that ends the playground: signals, a closed terminal, and the exit of the parent process.
 * `onImpatience` is called for a second signal.
 */
export function listenForEnding(onImpatience: () => void): Ending {
  const { promise: asked, resolve } = Promise.withResolvers<string>()
  let askedAt: number | undefined
  const ask = (reason: string) => {
    askedAt ??= performance.now()
    resolve(reason)
  }
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_PRESS_MS) onImpatience()
      ask(signal)
    })
  }
  // After the terminal is gone every write fails. That must not end this process before its children are stopped.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  // A killed npm sends no signal.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) ask('the process that started this one is gone')
  }, 500).unref()
  return { asked, isAsked: () => askedAt !== undefined, ask }
}
