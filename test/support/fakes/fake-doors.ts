import { Refusal } from '#shared/errors.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'

import { type ModelDoor, type ModelQuestion, noModels } from '#shared/doors/model.ts'
import {
  type TriedSource,
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamProblem,
  type UpstreamQuestion,
  type UpstreamsDoor,
} from '#shared/doors/upstreams.ts'

/** The answer of a fake upstream: a JSON value or text with a status (default 200), or a problem. */
export type Told = { status?: number; body: unknown } | UpstreamProblem

type Question = UpstreamQuestion<unknown>

/**
 * An UpstreamsDoor without a network, for tests of outcomes. Tries the sources in order, reads and refuses like the
 * real one. `asked` records the questions in order.
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
  // Safe: the result of JSON.parse is unknown.
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

/** The answers of a fake text or vision model, in turn; the last one repeats. Only the schema is checked. */
type ModelLine = unknown

/**
 * A ModelDoor without an endpoint, for tests of outcomes. Returns the given answers, repairs once like the real one,
 * and counts. `asked` records the questions in order.
 */
export function fakeModel(
  lines: readonly ModelLine[] | ((question: ModelQuestion<unknown>, at: number) => ModelLine),
  more: Partial<ModelDoor> & { names?: Partial<Models> } = {},
): ModelDoor & { asked: ModelQuestion<unknown>[] } {
  const asked: ModelQuestion<unknown>[] = []
  const { names = { text: 'fake-text', vision: 'fake-vision' }, ...doors } = more
  const lineFor = (question: ModelQuestion<unknown>): unknown => {
    const at = asked.length - 1
    return typeof lines === 'function' ? lines(question, at) : (lines[at] ?? lines.at(-1))
  }
  return {
    ...noModels(modelNotConfigured),
    nameOf: (role) => names[role] ?? null,
    tokenBudget: () => ({ inputTokens: 10_000, outputTokens: 2_000 }),
    ask<Value>(question: ModelQuestion<Value>) {
      const say = (): Value => {
        // Safe: the recorded questions are only read for their texts.
        asked.push(question as ModelQuestion<unknown>)
        // Safe: as above.
        const line = lineFor(question as ModelQuestion<unknown>)
        if (line instanceof Error) throw line
        return question.schema.parse(line)
      }
      return Promise.resolve().then(() => {
        const first = say()
        const complaint = question.complaint?.(first) ?? null
        const value = complaint === null ? first : say()
        return {
          value,
          model: 'fake-model-1',
          usage: { inputTokens: 100, outputTokens: 10 },
          repaired: complaint !== null,
        }
      })
    },
    asked,
    ...doors,
  }
}
