import { send } from '#shared/playground/processes/end-process.ts'

import type { Product } from './product.ts'

export type WayToEnd = { way: string; end: (product: Product) => void }

// SIGTERM to npm: test/start/running.test.ts. The other parts: test/faults/start-stop.test.ts.
const WAYS: readonly WayToEnd[] = [
  { way: 'Ctrl-C in the terminal', end: ({ npm }) => send(-npm, 'SIGINT') },
  { way: 'a closed terminal', end: ({ npm }) => send(-npm, 'SIGHUP') },
  { way: 'kill -9 of npm', end: ({ npm }) => send(npm, 'SIGKILL') },
  { way: 'SIGTERM to a worker', end: ({ process }) => send(process('workers/main.ts outcome').pid, 'SIGTERM') },
  { way: 'SIGTERM to the supervisor', end: ({ process }) => send(process('playground/main.ts').pid, 'SIGTERM') },
  { way: 'kill -9 of the supervisor', end: ({ process }) => send(process('playground/main.ts').pid, 'SIGKILL') },
]

/** Gives each of these users two ways to end the product, all different; `left` are those that nobody got. */
export function shareWaysToEnd<User>(users: readonly User[]) {
  const shares = users.map((user, nth) => {
    const [first, second] = WAYS.slice(2 * nth, 2 * nth + 2)
    if (first === undefined || second === undefined) throw new Error(`${WAYS.length} ways are too few`)
    return { user, first, second }
  })
  return { shares, left: WAYS.slice(2 * users.length) }
}
