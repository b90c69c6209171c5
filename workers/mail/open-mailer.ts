import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'

import type { ComposedMail } from './compose-mail.ts'

/** Milliseconds until a mail server has to greet, and may be silent. */
const GREETING_MS = 10_000
const SILENT_MS = 20_000

/** How a mail ended: taken by the server, refused for good (an SMTP code of 500 or more), or worth another attempt. */
export type MailEnd = 'taken' | 'refused' | 'again'
export type SendMail = (to: string, id: string, mail: ComposedMail) => Promise<MailEnd>
export type Mailer = { send: SendMail; close: () => void }

/**
 * Opens the way to the configured mail server, by at most two connections. Without SMTP_URL a line in the log says what
 * would have been sent: in production the subject alone, elsewhere the text, too, with its token. Never throws.
 */
export function openMailer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'production' | 'publicBaseUrl'>,
  log: Log,
): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from } = config
  if (url === undefined || from === undefined) return logMailer(config.production, log)
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: GREETING_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: SILENT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let loading: ReturnType<typeof load> | undefined
  const host = new URL(config.publicBaseUrl).hostname
  return {
    async send(to, id, { subject, text, unsubscribe }) {
      try {
        const transport = await (loading ??= load())
        await transport.sendMail({
          from,
          // An address object, so that nothing in the address is read as a list of several.
          to: { name: '', address: to },
          subject,
          text,
          // The same at every attempt, so that programs show one that came twice once.
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe === null
              ? {}
              : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        })
        return 'taken'
      } catch (error) {
        const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        log.warn(
          { mailId: id, smtpCode: code, smtp: error instanceof Error && 'code' in error ? error.code : null },
          'a mail was not taken',
        )
        return code >= 500 ? 'refused' : 'again'
      }
    },
    close: () => void loading?.then((transport) => transport.close()).catch(() => undefined),
  }
}

const logMailer = (isProduction: boolean, log: Log): Mailer => ({
  send: async (to, id, { subject, text }) => {
    log.info(
      isProduction ? { mailId: id, subject } : { mailId: id, to, subject, text },
      'a mail would be sent; SMTP_URL is not set',
    )
    return 'taken'
  },
  close: () => undefined,
})
