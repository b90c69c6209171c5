import { identityNouns, moneyNouns, outsideNouns, privateNouns, untrustedNouns } from './capability-words.rules.ts'
import type { Effect } from './effects.ts'
import type { Verb } from './verbs-of.ts'

export const nouns = {
  private: new Set(privateNouns),
  untrusted: new Set(untrustedNouns),
  outside: new Set(outsideNouns),
  money: new Set(moneyNouns),
  identity: new Set(identityNouns),
}

export function effectsOf(
  kind: Verb,
  word: string,
  has: (kind: keyof typeof nouns) => string | undefined,
  add: (effect: Effect, by: string) => void,
): void {
  const by = (noun: string | undefined) => `${word}${noun === undefined || noun === word ? '' : ` ${noun}`}`
  if (kind === 'read') {
    const [secret, stranger] = [has('private'), has('untrusted')]
    if (secret !== undefined) add('reads_private', by(secret))
    if (stranger !== undefined) add('reads_untrusted', by(stranger))
    if (['fetch', 'browse', 'crawl', 'scrape', 'download'].includes(word) && has('outside') !== undefined)
      add('network', by(has('outside')))
  }
  if (kind === 'write') {
    add('writes', by(undefined))
    const outside = has('outside')
    if (
      outside !== undefined &&
      [
        'create',
        'add',
        'submit',
        'comment',
        'upload',
        'push',
        'publish',
        'release',
        'invite',
        'draft',
        'put',
        'post',
      ].includes(word)
    )
      add('network', by(outside))
    if (
      ['ban', 'kick', 'invite'].includes(word) ||
      (has('identity') !== undefined &&
        nouns.identity.has(has('identity') ?? '') &&
        /^(?:role|permission|polic|user|member|collaborator|key|token|password|secret|iam|protection|firewall|access|admin|credential)/.test(
          has('identity') ?? '',
        ))
    )
      add('identity', by(has('identity')))
  }
  if ((kind === 'send' || kind === 'write') && has('money') !== undefined && movable.test(has('money') ?? ''))
    add('money', by(has('money')))
  if (kind === 'delete') add('deletes', by(undefined))
  if (kind === 'execute') add('executes', by(undefined))
  if (kind === 'send') {
    add('network', by(has('outside')))
    add('writes', by(undefined))
  }
  if (
    kind === 'pay' &&
    (['pay', 'refund', 'charge', 'payout', 'purchase', 'buy', 'withdraw', 'deposit', 'swap', 'trade', 'stake'].includes(
      word,
    ) ||
      has('money') !== undefined)
  ) {
    add('money', by(has('money')))
    add('writes', by(undefined))
  }
  if (kind === 'grant' && has('identity') !== undefined) add('identity', by(has('identity')))
}

/** Things that move money when they are made or sent. An invoice or a price only mentions money. */
const movable =
  /^(?:payments?|payouts?|money|funds?|refunds?|charges?|transfers?|crypto|usdc|bitcoin|eth|donations?|tips?|stake|swap|trade)$/

/** A tool without a verb, such as `gmail` or `filesystem`, can do what such things are for. */
export function byNounsAlone(
  name: readonly string[],
  has: (kind: keyof typeof nouns) => string | undefined,
  add: (effect: Effect, by: string) => void,
): void {
  const named = (kind: keyof typeof nouns) => name.find((word) => nouns[kind].has(word))
  const [secret, stranger, outside, money] = [named('private'), named('untrusted'), named('outside'), named('money')]
  if (secret !== undefined) add('reads_private', secret)
  if (stranger !== undefined) add('reads_untrusted', stranger)
  if (outside !== undefined) add('network', outside)
  if (money !== undefined && has('money') !== undefined && /^(?:pay|wallet|bank|checkout|billing)/.test(money))
    add('money', money)
}
