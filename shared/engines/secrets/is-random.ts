import { changeRate, entropyOf } from './entropy.ts'

/** Letters and digits in no order that a word or an identifier has. */
export function isRandom(value: string): boolean {
  if (isUuid(value)) return true
  if (bodyLength(value) < 10 || /\s/.test(value) || !/[a-z]/i.test(value)) return false
  // Without a digit, only a long value that is all hex, or that changes case constantly, counts as random.
  if (!/\d/.test(value))
    return (
      value.length >= 20 &&
      /^[A-Za-z]+$/.test(value) &&
      (/^[a-f]{30,}$/i.test(value) ||
        (!/^[a-z]*(?:[A-Z][a-z]+)+$/.test(value) && changeRate(value) >= 0.25 && entropyOf(value) >= 3.5))
    )
  // Addresses of accounts and contracts are public, short ones are selectors and sizes, a path of keys names one only.
  if (/^0x(?:[0-9a-f]{1,16}|[0-9a-f]{40})$/i.test(value) || /^m(?:\/\d{1,10}['hH]?){1,10}$/.test(value)) return false
  if (
    /^[\w.-]+\(|^\d+(?:\.\d+)+|^https?:|^\/(?![A-Za-z0-9+]{24,}[A-Za-z0-9+/]{0,60}={0,2}$)|^[A-Za-z]:\\|\.(?:js|ts|py|cer|pem|json|ya?ml|txt|png|jpe?g|gif|svg|webp|html?|md|com|org|net|io)(?:[?#].{0,80})?$/i.test(
      value,
    )
  )
    return false
  const entropy = entropyOf(value)
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 16 && entropy >= 2.3
  return entropy >= 2.9 && (changeRate(value) >= 0.2 || entropy >= 3.9) && !isWords(value)
}

/** As random, and long enough for that to be no accident. */
export const isVeryRandom = (value: string): boolean =>
  isUuid(value) ||
  (value.length >= 16 && isRandom(value) && (entropyOf(value) >= 3.3 || /^[0-9a-f]{20,}$/i.test(value)))

const isUuid = (value: string) =>
  /^[0-9a-z]{6,8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}$/i.test(value) && !/^0{8}-0{4}/.test(value)

/** "DOC_Vector_5_32", "sha256-hash-of-file-2": words and numbers with marks between them. */
function isWords(value: string): boolean {
  const parts = value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z][a-z])/).filter((part) => part !== '')
  if (parts.length < 2) return false
  const plain = parts.filter(
    (part) =>
      /^(?:[A-Za-z][a-z]{1,14}|[A-Z]{2,24}|\d{1,4}|v\d{1,3})$/.test(part) &&
      !/^(?:[A-Z][bcdfghjklmnpqrstvwxz]{2,}|[bcdfghjklmnpqrstvwxz]{3,})$/.test(part),
  )
  // One part may be a model or a version, as in "simulated_reader_m425", among words of some length.
  const models = parts.filter((part) => /^[A-Za-z]{1,3}\d{1,4}$/.test(part)).length
  const long = plain.filter((part) => /^[A-Za-z]{5,}$/.test(part)).length
  return (plain.length + (long >= 1 && models === 1 ? 1 : 0)) / parts.length >= 0.75
}

/** Without a prefix such as "rpa_", after which a real token goes on for longer. */
const bodyLength = (value: string) =>
  /^[a-z]{2,12}[_.-]/i.test(value) ? value.replace(/^[a-z]{2,12}[_.-]/i, '').length - 2 : value.length
