import { type KeyAct, MOST_CENTS } from '#shared/operators/acts/key-act.ts'
import { PASS_TERMS, type PassKind } from '#shared/terms.ts'

import { type Options, reasonOf, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about prepaid keys and passes. */
export type KeyCommand = { name: 'key list'; query: string } | { name: 'key show'; id: string } | KeyAct

/** Parses what follows `key`. Throws UsageError unless it is a complete, known command. */
export function readKeyCommand([verb, ...words]: readonly string[], options: Options): KeyCommand {
  switch (verb) {
    case 'grant':
      takesOnly('key grant', { words, options }, 'cents')
      return { name: 'key grant', cents: centsOf('key grant', options) }
    case 'list': {
      const [query = '', ...more] = words
      takesOnly('key list', { words: more, options })
      return { name: 'key list', query }
    }
    case 'show': {
      const [id, ...more] = words
      takesOnly('key show', { words: more, options })
      return { name: 'key show', id: keyIdOf('key show', id) }
    }
    case 'credit': {
      const [id, ...more] = words
      takesOnly('key credit', { words: more, options }, 'cents', 'reason')
      const keyId = keyIdOf('key credit', id)
      return {
        name: 'key credit',
        keyId,
        cents: centsOf('key credit', options),
        reason: reasonOf('key credit', options),
      }
    }
    case 'revoke': {
      const [id, ...more] = words
      takesOnly('key revoke', { words: more, options }, 'reason')
      return { name: 'key revoke', keyId: keyIdOf('key revoke', id), reason: reasonOf('key revoke', options) }
    }
    default:
      throw new UsageError('What follows key is grant, list, show, credit or revoke.')
  }
}

/** Parses what follows `pass`. Throws UsageError unless it is a complete, known command. */
export function readPassGrant([verb, ...words]: readonly string[], options: Options): KeyAct {
  if (verb !== 'grant') throw new UsageError('What follows pass is grant.')
  takesOnly('pass grant', { words, options }, 'kind')
  if (!isPassKind(options.kind)) throw new UsageError(`pass grant needs --kind: ${Object.keys(PASS_TERMS).join(', ')}.`)
  return { name: 'pass grant', kind: options.kind }
}

function centsOf(command: string, { cents = '' }: Options): number {
  if (!/^[1-9]\d{0,7}$/.test(cents) || Number(cents) > MOST_CENTS)
    throw new UsageError(`${command} needs --cents with a whole number from 1 to ${MOST_CENTS}.`)
  return Number(cents)
}

function keyIdOf(command: string, id: string | undefined): string {
  if (id === undefined || !/^[0-9A-Za-z]{12}$/.test(id))
    throw new UsageError(`${command} needs the id of a key: the 12 characters that key list shows, not the key.`)
  return id
}

const isPassKind = (word: string | undefined): word is PassKind => word !== undefined && Object.hasOwn(PASS_TERMS, word)
