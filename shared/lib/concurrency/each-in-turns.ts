import { setImmediate as turn } from 'node:timers/promises'

/**
 * Calls `work` with each item in order, and lets the event loop turn after every `perTurn` of them, so that a long
 * computation delays no request by more than a few items take. Rejects with what `work` throws; no further item is then
 * worked on. A caller must not change `items` meanwhile.
 */
export async function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void, perTurn = 1): Promise<void> {
  let done = 0
  for (const item of items) {
    work(item)
    done += 1
    if (done % perTurn === 0) await turn()
  }
}
