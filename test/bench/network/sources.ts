import { UPSTREAM_IDS, upstreams } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

import { wavFile } from '#test/support/files/audio-file.ts'
import { startDnsServer } from '#test/support/fakes/dns-server.ts'
import { modelScenarios, startFakeModelServer } from '#test/support/fakes/fake-model-server.ts'
import { plainPng } from '#test/support/files/image-file.ts'
import { type Scenario, scenarios } from '#test/support/files/upstream-fixtures.ts'
import type { SampleBody } from '../../support/upstream-samples/sample.ts'
import { upstreamSamples } from '#test/support/files/upstream-samples.ts'
import { SITES } from './sites.ts'
import type { SourceWaits } from './source-waits.ts'
import { UPSTREAM_ANSWERS } from './upstream-answers.ts'

const RESOLVERS = ['cloudflare', 'google', 'quad9']

/** Every upstream, the models and the resolvers, each answer after the fixed delay. `env` points an installation to them. */
export async function startSources(waits: SourceWaits) {
  const models = await startFakeModelServer()
  const slowly =
    (scenario: Scenario): Scenario =>
    (response, seen) =>
      void waits.hold(() => scenario(response, seen))
  const told = ({ status = 200, body, type = 'application/json', headers = {} }: SampleBody) =>
    scenarios.reply(status, body, type, headers)
  for (const [path, answer] of UPSTREAM_ANSWERS) {
    const scenario: Scenario =
      typeof answer === 'function' ? (response, seen) => told(answer(seen))(response, seen) : told(answer)
    models.on(path, slowly(scenario))
  }
  const isTold = new Set(UPSTREAM_ANSWERS.map(([path]) => path))
  for (const id of UPSTREAM_IDS) {
    const { ok } = upstreamSamples[id] ?? {}
    if (ok !== undefined && !isTold.has(`/${id}/*`)) models.on(`/${id}/*`, slowly(told(ok)))
  }
  let said: unknown
  models.chat(slowly((response, seen) => modelScenarios.says(said)(response, seen)))
  models.embeddings(slowly(modelScenarios.vectors()))
  models.images(slowly(modelScenarios.picture(plainPng(512, 512))))
  models.transcriptions(slowly(modelScenarios.transcript([{ start: 0, end: 1, text: 'Hello.' }])))
  models.speech(slowly(modelScenarios.sound(wavFile(0.5), 'audio/wav')))
  const dns = await startDnsServer(zone(), (answer) => void waits.hold(answer))
  const keyed = UPSTREAM_IDS.filter((id) => upstreams[id].key?.needed === true)
  return {
    env: {
      ...models.env(...UPSTREAM_IDS),
      ...Object.fromEntries(keyed.map((id) => [settingNames(id).key, 'key-of-a-bench'])),
      ...models.models(),
      UPSTREAM_CONTACT: 'ops@farebox.example',
      DNS_RESOLVERS: RESOLVERS.map((name) => dns.setting(name)).join(','),
    },
    /** What the model of the chat answers from now on. */
    say(value: unknown) {
      said = value
    },
    async close() {
      await Promise.all([models.close(), dns.close()])
    },
  }
}

function zone(): Parameters<typeof startDnsServer>[0] {
  return Object.fromEntries(
    SITES.flatMap((name) => [
      [`${name} A`, { answers: [{ name, type: 'A', ttl: 300, data: '192.0.2.1' }] }],
      [`${name} NS`, { answers: [{ name, type: 'NS', ttl: 300, data: 'ns1.example.net' }] }],
      [`${name} TXT`, { answers: [{ name, type: 'TXT', ttl: 300, data: 'v=spf1 -all' }] }],
      [
        `${name} MX`,
        { answers: [{ name, type: 'MX', ttl: 300, data: { preference: 1, exchange: 'aspmx.l.google.com' } }] },
      ],
    ]),
  )
}
