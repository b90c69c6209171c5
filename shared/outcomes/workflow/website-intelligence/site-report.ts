import { z } from 'zod'

import { FetchedSource } from '#shared/outcomes/lib/fetched-source.ts'

const text = z.string().nullable()
const count = z.int().nullable()
const score = z.int().min(0).max(100).nullable()

const AgentFile = z
  .object({
    url: z.string(),
    name: text,
    version: text,
    entries: count.describe('operations, tools or resources it names'),
  })
  .nullable()

/** What website-intelligence answers. Null is what could not be learned; `unknowns` says why. */
export const SiteReport = z.object({
  source: FetchedSource,
  as_of: z.string().describe('when the start page was read, ISO 8601'),
  site: z.object({
    final_url: z.string(),
    status: count,
    title: text,
    description: text,
    lang: text,
    ip: text,
    hosting: text,
    cdn: text.describe('told by response headers'),
    country: text,
  }),
  technologies: z.array(z.looseObject({ name: z.string() })).describe('rows of tech-fingerprint'),
  security: z.object({
    grade: z.enum(['A', 'B', 'C', 'D', 'F']).nullable().describe('A from 90, B from 75, C from 60, D from 45'),
    score,
    headers: z
      .array(z.object({ header: z.string(), present: z.boolean(), value: text, verdict: z.string(), advice: text }))
      .nullable(),
    tls: z
      .object({
        protocol: text,
        issuer: text,
        valid_to: text,
        days_left: z.number().nullable(),
        san_match: z.boolean(),
        trusted: z.boolean(),
        problem: text,
      })
      .nullable(),
    cookies: z
      .array(z.object({ name: z.string(), secure: z.boolean(), http_only: z.boolean(), same_site: text }))
      .nullable(),
    https_upgrade: z
      .boolean()
      .nullable()
      .describe('the plain http address leads to https; null when closed or unknown'),
    security_txt: z
      .object({
        present: z.boolean(),
        url: z.string(),
        contacts: z.array(z.string()),
        expires: text,
        signed: z.boolean(),
        problems: z.array(z.string()),
      })
      .nullable(),
    mixed_content: z.array(z.object({ page: z.string(), kind: z.enum(['active', 'passive']), url: z.string() })),
    exposed: z
      .array(z.object({ path: z.string(), detail: z.string() }))
      .describe('what well-known public files and headers give away; nothing else was tried'),
  }),
  seo: z.object({
    score,
    issues: z.array(z.object({ code: z.string(), page: text, detail: z.string() })),
    sitemap: z
      .object({
        present: z.boolean(),
        url: z.string(),
        kind: z.enum(['urlset', 'index', 'text', 'invalid']).nullable(),
        urls: z.int().describe('entries read'),
        sitemaps: z.int().describe('sitemaps of an index'),
        in_robots: z.boolean(),
      })
      .nullable(),
    robots: z
      .object({
        present: z.boolean(),
        status: z.int(),
        groups: z.int(),
        allows_all_here: z.boolean().describe('User-agent: * may fetch the start page'),
        crawl_delay_s: z.number().nullable(),
        sitemaps: z.array(z.string()),
      })
      .nullable(),
    structured_data: z.object({ types: z.array(z.string()), pages: z.int(), invalid: z.int() }),
    broken_links: z
      .array(z.object({ url: z.string(), status: z.int(), found_on: text }))
      .describe('among the pages read'),
    pages_checked: z.int(),
  }),
  performance: z.object({
    score,
    ttfb_ms: z.number().nullable().describe('from where this service runs'),
    html_bytes: count.describe('of the start page, decompressed'),
    wire_bytes: count,
    requests_hint: count.describe('scripts, styles, images and frames in the start page’s markup'),
    third_party_hosts: count,
    compression: text,
    caching: z.object({ cacheable: z.boolean(), max_age_s: z.number().nullable() }).nullable(),
    http_version: text,
  }),
  domain: z.object({
    age_days: count,
    registrar: text,
    expires_at: text,
    dns_provider: text,
    mail_auth: z.object({ spf: text, dmarc: text }).nullable(),
  }),
  content: z.object({
    pages: z.array(z.object({ url: z.string(), status: z.int(), title: text, words: count, lang: text })),
    word_counts: z.object({ total: z.int(), median: z.number().nullable(), start_page_main: count }),
    topics: z.array(z.string()),
    languages: z.array(z.string()).describe('declared by pages and their alternatives'),
    contact_points: z.array(
      z.object({ kind: z.enum(['email', 'phone', 'social', 'form', 'page']), value: z.string(), page: z.string() }),
    ),
    not_read: z.int().describe('pages that robots.txt asks not to read'),
  }),
  ai_readiness: z.object({
    score,
    llms_txt: z
      .object({ present: z.boolean(), url: z.string(), title: text, links: count, problems: z.array(z.string()) })
      .nullable(),
    robots_ai_rules: z
      .array(
        z.object({
          agent: z.string(),
          operator: z.string(),
          purpose: z.enum(['training', 'search', 'user']),
          allowed: z.boolean().describe('may fetch the start page'),
          named: z.boolean().describe('robots.txt has a group for it'),
          rule: text,
        }),
      )
      .nullable(),
    content_signals: z.array(z.string()),
    x402: AgentFile,
    mcp: AgentFile,
    openapi: AgentFile,
    markdown_alternate: z.boolean().nullable(),
    structured_data: z.array(z.string()).describe('schema.org types'),
    injection_flags: z
      .array(z.object({ rule: z.string(), severity: z.string(), excerpt: z.string(), hidden: z.boolean() }))
      .nullable(),
  }),
  screenshot: z.object({ image_base64: z.string(), width: z.int(), height: z.int(), sha256: z.string() }).nullable(),
  findings: z
    .array(
      z.object({
        severity: z.enum(['critical', 'high', 'medium', 'low', 'info']),
        area: z.enum(['security', 'seo', 'performance', 'ai_readiness', 'content', 'domain']),
        code: z.string(),
        title: z.string(),
        evidence: z.string(),
        fix: z.string(),
        confidence: z.number(),
        points: z.number().describe('what it takes off its area’s score'),
      }),
    )
    .describe('by severity times confidence; page findings take off their share of the pages read'),
  scores: z
    .object({
      overall: score,
      security: score,
      seo: score,
      performance: score,
      ai_readiness: score,
      content: score,
      domain: score,
    })
    .describe('100 less the points of the findings; null where nothing could be judged'),
  steps: z.array(
    z.object({
      step: z.string(),
      slug: text.describe('the outcome that was called; null for own work'),
      status: z.enum(['done', 'failed', 'late', 'not_offered']),
      took_ms: z.int().describe('as waited for by the attempt that gave this answer'),
    }),
  ),
  unknowns: z.array(z.string()).describe('parts that failed or are not there, and what is missing for it'),
})

export type SiteReport = z.input<typeof SiteReport>
