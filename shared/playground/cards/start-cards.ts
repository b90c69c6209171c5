import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from '../free-port.ts'
import type { Child, ProcessFamily, Program } from '../processes/process-family.ts'
import { StartFailure } from '../start-failure.ts'
import type { StateFolder } from '../state-folder.ts'

/** The local card processor, as the rest of the playground uses it. */
export type Cards = { url: string; secretKey: string; publishableKey: string; webhookSecret: string }

type Given = {
  env: Readonly<Record<string, string | undefined>>
  state: StateFolder
  family: ProcessFamily
  /** Keeps a process running from now on. */
  keep: (name: string, start: () => Promise<Child>) => void
  program: (given: { args: string[]; keys: { CARD_SECRET_KEY: string; CARD_WEBHOOK_SECRET: string } }) => Program
  /** Where the ingress takes webhooks. */
  webhookUrl: string
}

const ANSWERS_WITHIN_MS = 60_000

/** Starts the local card processor and resolves when it answers; null where STRIPE_SECRET_KEY names another one. */
export async function startCards({ env, state, family, keep, program, webhookUrl }: Given): Promise<Cards | null> {
  if (env['STRIPE_SECRET_KEY']) return null
  const { card_key: key, card_webhook_key: webhookKey, card_port: preferred } = state.installation
  const port = await freePort(preferred)
  state.keep({ card_port: port })
  const cards = {
    url: `http://127.0.0.1:${port}`,
    secretKey: `sk_test_${key}`,
    publishableKey: `pk_test_${key.slice(0, 16)}`,
    webhookSecret: `whsec_${webhookKey}`,
  }
  const args = ['--port', String(port), '--journal', state.at('card-processor.jsonl'), '--webhook-url', webhookUrl]
  const keys = { CARD_SECRET_KEY: cards.secretKey, CARD_WEBHOOK_SECRET: cards.webhookSecret }
  const start = async () => {
    const child = family.start(program({ args, keys }))
    await awaitAnswer(child, cards.url)
    return child
  }
  let first: Child | undefined = await start()
  keep('card-processor', async () => {
    const child = first ?? (await start())
    first = undefined
    return child
  })
  return cards
}

async function awaitAnswer(child: Child, url: string): Promise<void> {
  const until = performance.now() + ANSWERS_WITHIN_MS
  while (performance.now() < until) {
    if ((await fetch(url).catch(() => null))?.ok === true) return
    const exit = await Promise.race([child.exited, pause(20)])
    if (exit !== undefined) throw new StartFailure(`The card processor does not start: ${exit.lastWords}`)
  }
  await child.stop()
  throw new StartFailure('The card processor does not answer.')
}

/** The card processor's part of playground.json. */
export const describeCards = (cards: Cards) => ({
  card: {
    url: cards.url,
    card_form_url: `${cards.url}/card-form`,
    secret_key: cards.secretKey,
    publishable_key: cards.publishableKey,
    webhook_secret: cards.webhookSecret,
  },
})
