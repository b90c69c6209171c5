import { addressWord, bytesAt, offsetAt, paddedBytes, uintAt, uintWord } from './abi.ts'
import { selectorOf } from './hash.ts'

/** One read of a contract: `data` is selector and arguments, `0x…`. With `mayFail: false` all fail where it reverts. */
export type Call = { to: string; data: string; mayFail?: boolean }
/** Result of a call; `ok` is false when it reverted. A call to an address without code is ok and returns no data. */
export type CallResult = { ok: boolean; data: Buffer }

const AGGREGATE3 = selectorOf('aggregate3((address,bool,bytes)[])')
const MOST_RESULTS = 1_000

/** Call data of Multicall3's aggregate3: one array of tuples, each found by its offset. */
export function encodeAggregate(calls: readonly Call[]): string {
  const items = calls.map(({ to, data, mayFail = true }) => {
    const hex = data.slice(2)
    return [addressWord(to), uintWord(mayFail ? 1 : 0), uintWord(96), uintWord(hex.length / 2), paddedBytes(hex)].join(
      '',
    )
  })
  const offsets: string[] = []
  let at = items.length * 32
  for (const item of items) {
    offsets.push(uintWord(at))
    at += item.length / 2
  }
  return [AGGREGATE3, uintWord(32), uintWord(items.length), ...offsets, ...items].join('')
}

/** The results of aggregate3, in the order of the calls; null for bytes that are not so many results. */
export function decodeAggregate(bytes: Buffer, count: number): CallResult[] | null {
  const list = offsetAt(bytes, 0)
  if (list === null || count > MOST_RESULTS || uintAt(bytes, list) !== BigInt(count)) return null
  const results: CallResult[] = []
  for (let index = 0; index < count; index += 1) {
    const item = offsetAt(bytes, list + 32 + index * 32, list + 32)
    const ok = item === null ? null : uintAt(bytes, item)
    const place = item === null ? null : offsetAt(bytes, item + 32, item)
    const data = place === null ? null : bytesAt(bytes, place)
    if (ok === null || data === null || ok > 1n) return null
    results.push({ ok: ok === 1n, data })
  }
  return results
}
