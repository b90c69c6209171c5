import { NOTICES } from '#shared/mail/notices.rules.ts'

/** A mail in plain text. `unsubscribe` is the URL that its one-click header names; null where one cannot opt out. */
export type ComposedMail = { subject: string; text: string; unsubscribe: string | null }

type Given = {
  baseUrl: string
  username: string
  supportUrl: string
}

const wrapped = ({ baseUrl, username, supportUrl }: Given, lines: readonly string[], end: readonly string[] = []) =>
  [`Hello ${username},`, '', ...lines, '', '--', `${baseUrl}  Support: ${supportUrl}`, ...end, ''].join('\n')

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

/** The mail of an event; null for one that no notice is about. */
export function composeNotice(
  given: Given,
  { type, data }: { type: string; data: Readonly<Record<string, unknown>> },
  optOut: string,
): ComposedMail | null {
  const notice = NOTICES[type]
  if (notice === undefined) return null
  const unsubscribe = notice.isSecurity ? null : `${given.baseUrl}/api/auth/notices/off?token=${optOut}`
  const end = unsubscribe === null ? [] : [`No more notices: POST ${unsubscribe}`]
  return { subject: notice.subject, text: wrapped(given, [notice.text(data)], end), unsubscribe }
}
