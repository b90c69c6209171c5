import { KEY_NOTICES, NOTICES } from '#shared/mail/notices.rules.ts'

/** A mail in plain text. `unsubscribe` is the URL that its one-click header names; null where one cannot opt out. */
export type ComposedMail = { subject: string; text: string; unsubscribe: string | null }

type Given = {
  baseUrl: string
  /** Null for the notice address of a key, which names nobody. */
  username: string | null
  supportUrl: string
}

const wrapped = ({ baseUrl, username, supportUrl }: Given, lines: readonly string[], end: readonly string[] = []) =>
  [
    username === null ? 'Hello,' : `Hello ${username},`,
    '',
    ...lines,
    '',
    '--',
    `${baseUrl}  Support: ${supportUrl}`,
    ...end,
    '',
  ].join('\n')

/** The mail with a reset token. */
export const composeReset = (given: Given, token: string, minutes: number): ComposedMail => ({
  subject: 'Set a new password',
  text: wrapped(given, [
    'A new password was asked for. Whoever shows this token sets it, once:',
    '',
    `    ${token}`,
    '',
    `Send it to POST ${given.baseUrl}/api/auth/reset-password as {"token", "new_password"} within ${minutes} minutes.`,
    'If you did not ask for it, do nothing.',
  ]),
  unsubscribe: null,
})

/** The mail with a token that confirms its address. */
export const composeConfirmation = (given: Given, token: string, hours: number): ComposedMail => ({
  subject: 'Confirm your e-mail address',
  text: wrapped(given, [
    'This address was given for an account. Whoever shows this token confirms it, once:',
    '',
    `    ${token}`,
    '',
    `Send it to POST ${given.baseUrl}/api/auth/email/confirm as {"token"} within ${hours} hours.`,
    'If you opened no account, do nothing: an address that is not confirmed gets no further mail.',
  ]),
  unsubscribe: null,
})

/** The mail with a token that confirms the notice address of a key. */
export const composeKeyConfirmation = (given: Given, token: string, hours: number): ComposedMail => ({
  subject: 'Confirm the notice address of a key',
  text: wrapped(given, [
    'This address was given for notices about the balance of a service key. Whoever shows this token confirms it, once:',
    '',
    `    ${token}`,
    '',
    `Type it at ${given.baseUrl}/wallet, or send it to POST /api/v1/outcomes/balance/notices/confirm as {"token"}, within ${hours} hours.`,
    'If you have no such key, do nothing: an address that is not confirmed gets no further mail.',
  ]),
  unsubscribe: null,
})

/** The mail of an event of an account, or of a key where there is no username; null for one that no notice is about. */
export function composeNotice(
  given: Given,
  { type, data }: { type: string; data: Readonly<Record<string, unknown>> },
  optOut: string,
): ComposedMail | null {
  const notice = (given.username === null ? KEY_NOTICES : NOTICES)[type]
  if (notice === undefined) return null
  const unsubscribe = notice.isSecurity ? null : `${given.baseUrl}/api/auth/notices/off?token=${optOut}`
  const end = unsubscribe === null ? [] : [`No more notices: POST ${unsubscribe}`]
  return { subject: notice.subject, text: wrapped(given, [notice.text(data)], end), unsubscribe }
}
