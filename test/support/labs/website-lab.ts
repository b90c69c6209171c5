import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { goodPage } from '#test/support/fakes/fake-site.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { openSite, type Routes } from './browser-lab.ts'
import { type Cluster, type Member, openCluster } from '../world/cluster.ts'

type Site = Awaited<ReturnType<typeof openSite>>

export const SLUG = 'website-intelligence'
/** Nobody knows who holds page.test, and nobody outside is asked. */
export const NO_REGISTRIES = { UPSTREAM_RDAP_BOOTSTRAP_URL: 'off', UPSTREAM_RDAP_ORG_URL: 'off', WHOIS_SERVER: 'off' }
const text = (type: string, body: string, headers: Record<string, string> = {}): Routes[string] => {
  return (_, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body)
}

/** A small site on this machine: unencrypted and without a single security header, but well kept. */
export const routes = (): Routes => ({
  '/': text('text/html; charset=utf-8', goodPage('Acme Widgets of Steel')),
  '/about': text('text/html; charset=utf-8', goodPage('About Acme and its Forge')),
  '/contact': text('text/html; charset=utf-8', goodPage('Contact the Acme Forge')),
  '/robots.txt': text('text/plain', 'User-agent: *\nDisallow: /privacy\nSitemap: /sitemap.xml\n'),
  '/sitemap.xml': (request, response) => {
    const origin = `http://${request.headers.host}`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<urlset><url><loc>${origin}/about</loc><priority>0.9</priority></url></urlset>`)
  },
  '/.well-known/security.txt': text(
    'text/plain',
    'Contact: mailto:security@acme.example\nExpires: 2001-01-01T00:00:00Z\n',
  ),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/llms.txt': text('text/markdown', '# Acme\n\n- [About](/about): who we are\n'),
})

/** What each step asks of the site, as `hits` counts it. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  vet: [],
  'http-headers': ['/'],
  'redirect-resolve': ['/'],
  'page-markdown': ['/'],
  'tech-fingerprint': ['/', '/robots.txt'],
  'rdap-whois': [],
  'dns-records': [],
  'page /': ['/'],
  'robots.txt': ['/robots.txt'],
  'sitemap.xml': ['/sitemap.xml'],
  'security.txt': ['/.well-known/security.txt'],
  'llms.txt': ['/llms.txt'],
  'agent-files': [
    '/.well-known/x402',
    '/.well-known/x402.json',
    '/.well-known/mcp.json',
    '/.well-known/mcp/server-card.json',
    '/openapi.json',
  ],
  'page /about': ['/about'],
}
export const STEPS = Object.keys(REQUESTS)
const requestsOf = (steps: readonly string[]) => steps.flatMap((step) => REQUESTS[step] ?? []).toSorted()

/**
 * Kills the worker of a website-intelligence call after the end of its nth step, for each n of `ends`: another worker goes
 * on, asks for nothing that is there, and the call is charged once.
 */
export const describeKills = (ends: readonly number[]) =>
  describe('its worker is killed', () => {
    let site: Site
    let cluster: Cluster
    let ingress: Member
    beforeAll(async () => {
      site = await openSite({ ...routes(), '/ping': 'pong' })
      cluster = await openCluster('redis')
      ingress = await cluster.ingress()
      await cluster.worker(['settlement-watch'])
    })
    afterAll(async () => {
      await cluster.close()
      await site.close()
    })

    const workers: Member[] = []
    afterEach(async () => {
      for (const left of workers.splice(0)) await cluster.kill(left)
    })
    const worker = async (extra: Record<string, string> = {}) => {
      const started = await cluster.worker(['router-workflow'], {
        EGRESS_ALLOW: site.allow,
        ...NO_REGISTRIES,
        ...extra,
      })
      workers.push(started)
      await cluster.ready(ingress, 'router-workflow')
      return started
    }
    const call = (key: string) =>
      cluster.call(ingress, SLUG, { url: site.url('/'), screenshot: false, max_pages: 2 }, { 'x-service-key': key })
    /** What the site was asked since the last time, once nothing sent before is still on its way. */
    const asked = async () => {
      await fetch(`http://127.0.0.1:${site.port}/ping`)
      return site.hits
        .splice(0)
        .filter((path) => path !== '/ping')
        .toSorted()
    }

    test('never, each step asks once', async () => {
      await worker()
      const { key } = await cluster.key(100)
      const answer = await call(key)
      expect(answer?.status).toBe(200)
      // Safe: the steps of our own answer.
      const steps = (answer?.body['steps'] ?? []) as { step: string }[]
      expect(steps.map(({ step }) => step).toSorted()).toEqual(STEPS.toSorted())
      expect(await asked()).toEqual(requestsOf(STEPS))
    })

    test.each(ends)(
      'after the end of step %i: another goes on, asks for nothing that is there, and it is charged once',
      async (end) => {
        const doomed = await worker({ CRASH_AT: `after:call-step-end#${end}` })
        const { key, keyId } = await cluster.key(100)
        const answer = call(key)
        await doomed.gone
        const { rows: ended } = await cluster.db.pg.query<{ step: string }>(
          `select s.step from call_step s join call c on c.id = s.call_id join service_key k on k.id = c.service_key_id
         where k.key_id = $1 and s.state <> 'running'`,
          [keyId],
        )
        expect(ended.length).toBeGreaterThanOrEqual(end)
        await asked()
        await worker()
        expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 49, balance_cents: 51 } } })
        const finished = new Set(ended.map(({ step }) => step))
        expect(await asked()).toEqual(requestsOf(STEPS.filter((step) => !finished.has(step))))
        const { rows } = await cluster.db.pg.query(
          `select a.posted::int as posted, a.held::int as held, c.attempt, c.state from account a
         join service_key k on k.account_id = a.id join call c on c.service_key_id = k.id where k.key_id = $1`,
          [keyId],
        )
        expect(rows).toEqual([{ posted: 510_000, held: 0, attempt: 2, state: 'captured' }])
        expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
      },
    )
  })
