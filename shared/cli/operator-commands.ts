import { isPool, POOLS } from '#shared/calls/pools.ts'
import { OPERATOR_NAME, type OperatorAct } from '#shared/operators/acts/operator-act.ts'
import { MOST_MINUTES, type PauseAct } from '#shared/operators/acts/pause-act.ts'
import { OPERATOR_ROLES } from '#shared/operators/operator.entity.ts'

import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** Operator commands about operators, outcomes and pools, and what they ask. */
export type OperatorCommand =
  | { name: 'operator list' | 'operator log' | 'stats' }
  | { name: 'show'; id: string }
  | OperatorAct
  | PauseAct

/** Parses what follows `operator`. Throws UsageError unless it is a complete, known command. */
export function readOperatorCommand([verb, operator, ...words]: readonly string[], options: Options): OperatorCommand {
  switch (verb) {
    case 'list':
    case 'log':
      takesOnly(`operator ${verb}`, { words: operator === undefined ? [] : [operator], options })
      return { name: `operator ${verb}` }
    case 'add': {
      takesOnly('operator add', { words, options }, 'role')
      const role = OPERATOR_ROLES.find((one) => one === options.role)
      if (role === undefined) throw new UsageError(`operator add needs --role: ${OPERATOR_ROLES.join(' or ')}.`)
      return { name: 'operator add', operator: nameOf('add', operator), role }
    }
    case 'revoke':
      takesOnly('operator revoke', { words, options })
      return { name: 'operator revoke', operator: nameOf('revoke', operator) }
    default:
      throw new UsageError('What follows operator is list, log, add or revoke.')
  }
}

/** Parses what follows `outcome`. Throws UsageError unless it is a complete, known command. */
export function readOutcomeCommand([verb, slug, ...words]: readonly string[], options: Options): PauseAct {
  if (verb !== 'pause' && verb !== 'resume') throw new UsageError('What follows outcome is pause or resume.')
  if (slug === undefined || !/^[a-z0-9-]{1,64}$/.test(slug))
    throw new UsageError(`outcome ${verb} needs the slug of an outcome.`)
  takesOnly(`outcome ${verb}`, { words, options }, ...(verb === 'pause' ? (['minutes'] as const) : []))
  if (verb === 'resume') return { name: 'outcome resume', slug }
  return { name: 'outcome pause', slug, minutes: minutesOf(options) }
}

/** Parses what follows `pool`. Throws UsageError unless it is a complete, known command. */
export function readPoolCommand([verb, pool, ...words]: readonly string[], options: Options): PauseAct {
  if (verb !== 'drain' && verb !== 'resume') throw new UsageError('What follows pool is drain or resume.')
  if (pool === undefined || !isPool(pool)) throw new UsageError(`pool ${verb} needs a pool: ${POOLS.join(', ')}.`)
  takesOnly(`pool ${verb}`, { words, options }, ...(verb === 'drain' ? (['minutes'] as const) : []))
  if (verb === 'resume') return { name: 'pool resume', pool }
  return { name: 'pool drain', pool, minutes: minutesOf(options) }
}

/** Parses what follows `show`. Throws UsageError unless it is one id. */
export function readShow([id, ...words]: readonly string[], options: Options): OperatorCommand {
  takesOnly('show', { words, options })
  if (id === undefined) throw new UsageError('show needs an id.')
  return { name: 'show', id }
}

function nameOf(verb: string, operator: string | undefined): string {
  if (operator === undefined || !OPERATOR_NAME.test(operator))
    throw new UsageError(`operator ${verb} needs a name: 2 to 40 of a-z, 0-9, ".", "_" and "-", and not root.`)
  return operator
}

function minutesOf({ minutes = '60' }: Options): number {
  if (!/^[1-9]\d{0,4}$/.test(minutes) || Number(minutes) > MOST_MINUTES)
    throw new UsageError(`--minutes is a whole number from 1 to ${MOST_MINUTES}.`)
  return Number(minutes)
}
