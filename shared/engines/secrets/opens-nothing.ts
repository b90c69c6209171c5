/** Rules of a form's field, as frameworks write them: `required|min:8|confirmed`. */
const validation =
  /^(?:required|nullable|sometimes|string|confirmed|present|filled|min|max|bail|alpha_num|regex|between|same|unique|exists|password)(?::[\w.,/-]{1,40})?(?:\|[a-z_]{2,24}(?::[^|\s]{1,60})?){1,10}$/

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** The id that every copy of a web or mobile program carries. */
const firebaseApp = /^1:\d{6,14}:(?:web|android|ios):[0-9a-f]{10,40}$/i
const clientName = /(?:client|app(?:lication)?)[_ .-]?id$/i
/** Keys that a page shows to each of its visitors. */
const publicName = /(?:site|publishable|browser|public)[_ .-]?(?:api[_ .-]?)?key$/i

/** Bytes that count up, as salts and keys of examples do. */
const countedBytes = /^(?:0x)?(?:00)?010203(?:04050607)(?:08090a0b0c0d0e0f)?[0-9a-f]{0,96}$/i

const stems =
  'test|dummy|fake|sample|demo|mock|stub|some|any|db|my|the|your|secret|token|password|passwd|key|value|string'
/** Words of an example with a count behind them: `test-token-123456`, `secret123`, `my_password_1`. */
const countedWords = new RegExp(
  `^(?:(?:${stems})[-_.]?){1,5}(?:(?:user|admin|auth|access|refresh|client|api|app|db|root)[-_.]?(?:(?:${stems})[-_.]?){0,3})?(?:0{0,4}[1-9]|12|123|1234|12345|123456|1234567|12345678|123456789|1234567890)?!?$`,
  'i',
)

/** What a reader is told to do there: `CHANGE_THIS_PASSWORD_1`, `please-set-me`. */
const instruction =
  /^(?=(?:[a-z]+[-_.]){0,4}(?:change|enter|set|replace|insert|use|put|fill|paste|type|generate|choose|provide)(?:[-_.]|$))[a-z]+(?:[-_.][a-z]+){1,7}[-_.]?\d{0,2}$/i

/**
 * Whether what a name is set to lets nobody in, although its form is that of a secret: rules for a
 * password, ids that are public by design, and words of an example with a count.
 */
export function opensNothing(name: string, value: string): boolean {
  if (validation.test(value) || firebaseApp.test(value)) return true
  if (clientName.test(name) && (uuid.test(value) || /^Iv\d{1,2}\.[0-9A-Za-z]{14,20}$/.test(value))) return true
  if (countedBytes.test(value)) return true
  return publicName.test(name) || countedWords.test(value) || instruction.test(value)
}
