import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as the server took it. Names of headers are in lower case. */
type TakenMail = { to: string; from: string; subject: string; text: string; headers: Record<string, string> }

/** A real SMTP server on a port of its own, which keeps what it takes. */
export async function openMailServer() {
  const taken: TakenMail[] = []
  const tries: string[] = []
  /** Recipients that are answered with a code instead of being taken. */
  const answers = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      tries.push(address)
      const code = answers.get(address)
      done(code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code }))
    },
    onData(stream, session, done) {
      void (async () => {
        // A sender that is killed in the middle of a mail sent none.
        const message = await buffer(stream).catch(() => null)
        if (message === null) return
        const { headers, subject = '', text = '', from } = await PostalMime.parse(message)
        for (const { address } of session.envelope.rcptTo)
          taken.push({
            to: address,
            from: from?.address ?? '',
            subject,
            text,
            headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
          })
        done()
      })()
    },
  })
  // Connections that break are what tests of killed senders are about.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // Safe: it listens on a port.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    answers,
    /** What one address got, in order. */
    to: (address: string) => taken.filter((mail) => mail.to === address),
    /** How many mails were taken. */
    count: () => taken.length,
    /** How often one address was named. */
    tried: (address: string) => tries.filter((one) => one === address).length,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
