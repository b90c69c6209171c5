import { uuidOf } from '#shared/market/public-id.ts'
import type { JobAct } from '#shared/operators/acts/job-act.ts'

import { BOARD_STEPS, type BoardCommand, isBoardStep, readBoardCommand } from './board-command.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** What an operator does about the jobs board. */
export type JobCommand = { name: 'job disputes' } | JobAct

const MOST_CHARACTERS = 2_000

/** Parses what follows `job`. Throws UsageError unless it is a complete, known command. */
export function readJobCommand(
  [verb, ...words]: readonly string[],
  options: Options,
): JobCommand | BoardCommand | { name: 'accounts' } {
  if (isBoardStep(verb, options)) return readBoardCommand(verb, words, options)
  switch (verb) {
    case 'accounts':
      takesOnly('job accounts', { words, options })
      return { name: 'accounts' }
    case 'disputes':
      takesOnly('job disputes', { words, options })
      return { name: 'job disputes' }
    case 'dispute':
      takesOnly('job dispute', { words, options }, 'job', 'reason')
      return { name: 'job dispute', ...saidOf('dispute', options) }
    case 'decide': {
      takesOnly('job decide', { words, options }, 'job', 'reason', 'percent')
      const { percent = '' } = options
      if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100)
        throw new UsageError('job decide needs --percent with what the worker gets of the bid, 0 to 100.')
      return { name: 'job decide', ...saidOf('decide', options), workerPercent: Number(percent) }
    }
    default:
      throw new UsageError(
        `What follows job is ${[...Object.keys(BOARD_STEPS), 'accounts', 'disputes'].join(', ')} or decide.`,
      )
  }
}

function saidOf(verb: string, { job = '', reason = '' }: Options): { job: string; reason: string } {
  if (uuidOf('job', job) === null) throw new UsageError(`job ${verb} needs --job with the id of a job (job_…).`)
  const said = reason.trim()
  if (said === '' || said.length > MOST_CHARACTERS)
    throw new UsageError(`job ${verb} needs --reason with 1 to ${MOST_CHARACTERS} characters; both sides see it.`)
  return { job, reason: said }
}
