import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { wavFile } from '#test/support/files/audio-file.ts'
import {
  type FakeModelServer,
  MODEL_KEY,
  modelScenarios,
  startFakeModelServer,
} from '#test/support/fakes/fake-model-server.ts'
import { scenarios } from '#test/support/files/upstream-fixtures.ts'

import { checkModels } from './check-models.ts'

let server: FakeModelServer
beforeAll(async () => {
  server = await startFakeModelServer()
})
beforeEach(() => {
  server.reset()
  server.chat(modelScenarios.says({ sum: 5 }))
  server.embeddings(modelScenarios.vectors())
  server.transcriptions(modelScenarios.transcript([]))
  server.speech(modelScenarios.sound(wavFile(0.1), 'audio/wav'))
})
afterAll(() => server.close())

describe('the check of the models', () => {
  test('asks every role that has a model, and makes no picture unasked', async () => {
    const { rows, mistakes } = await checkModels(server.models(), [])
    expect(mistakes).toEqual([])
    expect(rows.map(({ upstream, state }) => [upstream, state])).toEqual([
      ['model-text', 'ok'],
      ['model-vision', 'ok'],
      ['model-embedding', 'ok'],
      ['model-image', 'skipped'],
      ['model-transcription', 'ok'],
      ['model-speech', 'ok'],
    ])
    expect(JSON.stringify(rows)).not.toContain(MODEL_KEY)
  })

  test('asks what it is named', async () => {
    server.images(modelScenarios.picture(Buffer.from('\x89PNG\r\n\x1a\n-------', 'latin1')))
    const { rows } = await checkModels(server.models(), ['model-image'])
    expect(rows).toEqual([expect.objectContaining({ upstream: 'model-image', state: 'ok' })])
  })

  test.each([
    ['answers wrongly', modelScenarios.says({ sum: 6 }), 'unexpected'],
    ['answers with something else', scenarios.html(), 'bad_response'],
    ['does not take the key', modelScenarios.wrongKey(), 'refused'],
    ['fails', scenarios.error500(), 'server_error'],
    ['refuses', modelScenarios.refuses(), 'unexpected'],
    ['is rate limited', modelScenarios.rateLimited(60), 'rate_limited'],
  ])('says that an endpoint that %s does', async (_, scenario, problem) => {
    server.chat(scenario)
    const { rows } = await checkModels(server.models(), ['model-text'])
    expect(rows).toEqual([expect.objectContaining({ upstream: 'model-text', state: 'failed', problem })])
  })

  test('has no rows where nothing is configured, and names mistakes', async () => {
    await expect(checkModels({}, [])).resolves.toEqual({ rows: [], mistakes: [] })
    const { rows, mistakes } = await checkModels({ LLM_MODEL: 'm' }, [])
    expect([rows, mistakes]).toEqual([[], [expect.stringContaining('LLM_BASE_URL')]])
  })
})
