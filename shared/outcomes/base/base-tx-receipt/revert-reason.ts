import { shownText } from '#shared/engines/token/shown-text.ts'
import { bytesOfHex, textAt, uintAt } from '#shared/engines/evm/abi.ts'
import { selectorOf } from '#shared/engines/evm/hash.ts'

const ERROR = selectorOf('Error(string)')
const PANIC = selectorOf('Panic(uint256)')

/** The codes of Panic(uint256) (docs.soliditylang.org, "Panic via assert and Error via require"). */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assertion failed'],
  [0x11n, 'arithmetic overflow or underflow'],
  [0x12n, 'division by zero'],
  [0x21n, 'value is no member of the enum'],
  [0x22n, 'storage is wrongly encoded'],
  [0x31n, 'pop on an empty array'],
  [0x32n, 'index out of bounds'],
  [0x41n, 'out of memory'],
  [0x51n, 'call of an uninitialised function'],
])

/** What revert data says: the text of Error(string), a Panic's meaning, or a custom error's selector; null for nothing. */
export function revertReason(data: string | null): string | null {
  const bytes = data === null ? null : bytesOfHex(data)
  if (bytes === null || bytes.length < 4) return null
  const selector = `0x${bytes.toString('hex', 0, 4)}`
  const body = bytes.subarray(4)
  if (selector === ERROR) return shownText(textAt(body)) ?? 'Error(string)'
  if (selector !== PANIC) return `custom error ${selector}`
  const code = uintAt(body)
  return code === null
    ? 'Panic'
    : `Panic(0x${code.toString(16).padStart(2, '0')}): ${PANICS.get(code) ?? 'unknown code'}`
}
