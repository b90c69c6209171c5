import { Refusal } from '#shared/errors.ts'

import {
  type TriedSource,
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamProblem,
  type UpstreamQuestion,
  type UpstreamsDoor,
} from './upstreams.ts'

/** What an upstream is made to answer: a JSON value or a text with a status (default 200), or a problem. */
export type Told = { status?: number; body: unknown } | UpstreamProblem

type Question = UpstreamQuestion<unknown>

/**
 * An upstreams door without a network, for tests of outcomes: asks in order, reads, refuses as the real one does. `asked`
 * holds the questions in their order.
 */
export function fakeUpstreams(answer: (question: Question) => Told): UpstreamsDoor & { asked: Question[] } {
  const asked: Question[] = []
  return {
    asked,
    async ask<Value>(sources: UpstreamQuestion<Value> | readonly UpstreamQuestion<Value>[]) {
      const tried: TriedSource[] = []
      for (const question of 'upstream' in sources ? [sources] : sources) {
        asked.push(question)
        try {
          return answerOf(question, question.read(replyOf(question, answer(question))), tried)
        } catch (error) {
          if (error instanceof Refusal) throw error
          tried.push({
            source: question.upstream,
            problem: error instanceof UpstreamError ? error.problem : 'bad_response',
          })
        }
      }
      throw new Refusal('upstream_unavailable', 'No source answered; nothing was charged.', { extra: { tried } })
    },
  }
}

function replyOf({ answers = [] }: Question, told: Told) {
  if (typeof told === 'string') throw new UpstreamError(told, 'so the test says')
  const { status = 200, body } = told
  const isAnswer = (status >= 200 && status < 300) || answers.includes(status)
  if (!isAnswer)
    throw new UpstreamError(status >= 500 ? 'server_error' : 'refused', `it answered ${status}`, { status })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  // Safe: parsing JSON gives what JSON.parse gives.
  return { status, text: () => text, json: () => JSON.parse(text) as unknown }
}

const answerOf = <Value>(
  { upstream }: UpstreamQuestion<Value>,
  value: Value,
  tried: readonly TriedSource[],
): UpstreamAnswer<Value> => ({
  value,
  source: upstream,
  sourceUrl: `https://${upstream}.example/`,
  retrievedAt: '2026-11-20T12:00:00.000Z',
  cached: false,
  ageS: 0,
  stale: false,
  tried: [...tried],
})
