const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** Ctrl-C in a terminal reaches us twice, from the terminal and from npm; only a later one means "at once". */
const SAME_PRESS_MS = 1_000

export type Ending = {
  /** Resolves with the reason once anything asked the playground to end. */
  asked: Promise<string>
  isAsked: () => boolean
  ask: (reason: string) => void
}

/** Hears everything that ends the playground: signals, a closed terminal, and the end of the process that started us. */
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
  // A terminal that is gone fails every write; that must not end us before the children are ended.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  // npm that is killed tells nobody.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) ask('the process that started this one is gone')
  }, 500).unref()
  return { asked, isAsked: () => askedAt !== undefined, ask }
}
