import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type FakeModelServer, modelScenarios, startFakeModelServer } from '#test/support/fakes/fake-model-server.ts'
import { scenarios } from '#test/support/files/upstream-fixtures.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

/** Our rules plan it; a model finds the same with another algorithm. */
const goalOf = (input: string) => ({ goal: 'sha256 of this text', input })
const SHA1 = modelScenarios.says({
  steps: [{ slug: 'hash-text', inputs: [{ field: 'algorithm', from: 'choice', value: 'sha1' }] }],
  missing: [],
  unmet: [],
})

describe('a goal whose text model is asked', () => {
  let models: FakeModelServer
  let cluster: Cluster
  let ingress: Member
  let env: Record<string, string>
  let headers: Record<string, string>
  beforeAll(async () => {
    models = await startFakeModelServer()
    const { LLM_BASE_URL = '', LLM_MODEL = '' } = models.models()
    env = { LLM_BASE_URL, LLM_MODEL, LLM_TIMEOUT_MS: '2000' }
    cluster = await openCluster('redis')
    ingress = await cluster.ingress(env)
    await cluster.worker(['settlement-watch'])
    headers = { 'x-service-key': (await cluster.key(300)).key }
  })
  afterAll(async () => {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await cluster.close()
    await models.close()
  })
  const run = (body: unknown) => cluster.call(ingress, '../run', body, headers)
  const plannedBy = async (input: string) => (await run({ ...goalOf(input), dry_run: true }))?.body['planned_by']

  test('is planned by our rules if the worker that asks is killed, and by the model when another one works', async () => {
    models.chat(scenarios.slow(), SHA1)
    const doomed = await cluster.worker(['router-workflow'], env)
    await cluster.ready(ingress, 'router-workflow')
    const answer = run(goalOf('one'))
    await eventually(() => models.count('/v1/chat/completions') === 1)
    await cluster.kill(doomed)
    const next = await cluster.worker(['router-workflow'], env)
    expect(await answer).toMatchObject({ status: 200, body: { result: { planned_by: 'rules' }, charge: { cents: 1 } } })
    await eventually(async () => (await plannedBy('one')) === 'model')
    await cluster.kill(next)
  })

  test('is planned by our rules if the model takes too long, and the question ends', async () => {
    models.reset()
    models.chat(scenarios.slow())
    const worker = await cluster.worker(['router-workflow'], env)
    await cluster.ready(ingress, 'router-workflow')
    expect(await plannedBy('three')).toBe('rules')
    await eventually(async () => {
      const { rows } = await cluster.db.pg.query(
        `select from call where slug = 'router-proposal' and finished_at is null`,
      )
      return rows.length === 0
    })
    await cluster.kill(worker)
  })
})
