import { Refusal } from '#shared/errors.ts'

/** The prefix of a key or pass that pays for calls, sent as `X-Service-Key` or `X-Day-Pass`. */
const PAYS = /^fb_(?:live|test)_(?:[st]k|([dwm]p))_/

/**
 * The reason for the 402 of a request that has a key or pass in a header that does not pay; undefined when it has none.
 */
export function misplacedCredential(header: (name: string) => string | undefined): Refusal | undefined {
  for (const name of ['Authorization', 'X-API-Key']) {
    const sent = PAYS.exec(header(name.toLowerCase())?.replace(/^bearer +/i, '') ?? '')
    if (sent === null) continue
    const place = sent[1] === undefined ? 'X-Service-Key' : 'X-Day-Pass'
    return new Refusal('payment_required', `No payment was sent: ${name} does not pay for calls.`, {
      detail: `What stands in ${name} belongs into ${place}.`,
      fix: { action: `Send it as ${place}, without "Bearer".` },
    })
  }
  return undefined
}
